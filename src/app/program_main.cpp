#include "tucana/app/program_main.h"

#include <cstdio>
#include <exception>
#include <filesystem>
#include <new>

#include "tucana/app/exit_codes.h"
#include "tucana/app/terminal_text.h"
#include "tucana/core/error.h"
#include "tucana/core/file_descriptor.h"

namespace tucana::app {

Complaint current_complaint() {
  try {
    throw;
  } catch (const InputError& error) {
    return {error.what(), exit_code::mistake};
  } catch (const ErrorWithCode& error) {
    return {error.what(), error.code()};
  } catch (const std::bad_alloc&) {
    return {"not enough memory; use fewer stars, or a machine with more memory", exit_code::failure};
  } catch (const std::filesystem::filesystem_error& error) {
    // The text of the library is meant for programmers.
    return {error.path1().string() + ": " + error.code().message(), exit_code::failure};
  } catch (const std::exception& error) {
    return {error.what(), exit_code::failure};
  }
}

void print_complaint(const std::string& program, const std::string& message) {
  // Earlier output appears above the message.
  std::fflush(stdout);
  // One line for scripts and logs; a terminal gets it broken at spaces.
  print_fitted(stderr, program + ": error: " + message + "\n");
}

int program_main(const char* name, int argc, char** argv, int (*run_command_line)(const std::vector<std::string>&)) {
  occupy_standard_streams();
  try {
    const int code = run_command_line(std::vector<std::string>(argv + 1, argv + argc));
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
      throw FailureError("standard output: not everything could be written");
    }
    return code;
  } catch (const std::exception&) {
    const Complaint complaint = current_complaint();
    print_complaint(name, complaint.message);
    return complaint.exit_code;
  }
}

}  // namespace tucana::app
