#pragma once

#include <string>
#include <vector>

namespace tucana::app {

/// main() of a program: runs its command line, and turns errors into one line on stderr and an exit code.
int program_main(const char* name, int argc, char** argv, int (*run_command_line)(const std::vector<std::string>&));

}  // namespace tucana::app
