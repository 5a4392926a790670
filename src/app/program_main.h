#pragma once

#include <string>
#include <vector>

namespace tucana::app {

/// main() of a program: runs its command line, and turns errors into one line on stderr and an exit code.
int program_main(const char* name, int argc, char** argv, int (*run_command_line)(const std::vector<std::string>&));

/// An error as users see it.
struct Complaint {
  std::string message;
  int exit_code = 0;
};
/// About the exception that is being handled.
Complaint current_complaint();
/// "tucana: error: ..." on stderr.
void print_complaint(const std::string& program, const std::string& message);

}  // namespace tucana::app
