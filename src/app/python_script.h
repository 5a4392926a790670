#pragma once

#include <string>

namespace tucana::app {

/// The path of a script of python/tucana: beside the installed program, or in the source tree of a build.
std::string python_script(const std::string& name);

/// A Python that has matplotlib, or FailureError.
std::string python_with_matplotlib();

/// Throws the errors of plot_benchmark() in advance: before a long benchmark, not after it.
void expect_picture_can_be_drawn(const std::string& picture);

/// Replaces this process by the script that plots the JSON report of a benchmark; it prints the file name unless
/// `quiet`.
[[noreturn]] void plot_benchmark(const std::string& json, const std::string& picture, bool quiet);

}  // namespace tucana::app
