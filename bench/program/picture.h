#pragma once

#include <string>

namespace tucana::bench {

/// Throws the errors of plot_benchmark() in advance: before a long benchmark, not after it.
void expect_picture_can_be_drawn(const std::string& picture);

/// Replaces this process by the script that plots the JSON report of a benchmark; it prints the file name unless
/// `quiet`.
[[noreturn]] void plot_benchmark(const std::string& json, const std::string& picture, bool quiet);

}  // namespace tucana::bench
