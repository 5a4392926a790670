#pragma once

#include <string>
#include <vector>

namespace tucana::app {

/// Runs a program (searched on PATH) with its output discarded; true if it ended with exit code 0.
bool succeeds_silently(const std::vector<std::string>& words);

/// Replaces this process by the program. Throws FailureError if it cannot be started.
[[noreturn]] void replace_process(const std::vector<std::string>& words);
/// The same, with the text as standard input of the program.
[[noreturn]] void replace_process(const std::vector<std::string>& words, const std::string& input);

}  // namespace tucana::app
