#pragma once

#include <string>
#include <vector>

namespace tucana::app {

/// Runs a program (looked for on PATH) without a word on the terminal; true when it ended with exit code 0.
bool succeeds_silently(const std::vector<std::string>& words);

/// Becomes the program; its exit code is then ours. Throws FailureError when it cannot be started.
[[noreturn]] void become(const std::vector<std::string>& words);
/// The same; the program finds the text on its standard input.
[[noreturn]] void become(const std::vector<std::string>& words, const std::string& input);

}  // namespace tucana::app
