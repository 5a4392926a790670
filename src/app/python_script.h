#pragma once

#include <string>

namespace tucana::app {

/// The path of a script of python/tucana: beside the installed program, or in the source tree of a build.
std::string python_script(const std::string& name);

/// A Python that has matplotlib, or FailureError.
std::string python_with_matplotlib();

/// What plot_benchmark() would complain about, said before the hours of a benchmark and not after.
void expect_picture_can_be_drawn(const std::string& picture);

/// Becomes the script that draws the JSON report of a benchmark; it prints the picture's name unless `quiet`.
[[noreturn]] void plot_benchmark(const std::string& json, const std::string& picture, bool quiet);

}  // namespace tucana::app
