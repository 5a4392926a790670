#pragma once

#include <string>

namespace tucana::app {

/// The path of a script of python/tucana: beside the installed program, or in the source tree of a build.
std::string python_script(const std::string& name);

/// A Python that has matplotlib, or FailureError.
std::string python_with_matplotlib();
/// A Python that reads TOML, 3.11 or later, or FailureError.
std::string python_with_toml();

}  // namespace tucana::app
