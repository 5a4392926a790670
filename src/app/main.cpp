#include <cstdio>
#include <exception>
#include <filesystem>
#include <new>
#include <string>
#include <vector>

#include "tucana/app/command_line.h"
#include "tucana/app/exit_codes.h"
#include "tucana/app/terminal_text.h"
#include "tucana/core/error.h"
#include "tucana/core/file_descriptor.h"

namespace {

int complain(const std::string& message, int exit_code) {
  // Earlier output appears above the message.
  std::fflush(stdout);
  // One line for scripts and logs; a terminal gets it broken at spaces.
  tucana::app::print_fitted(stderr, "tucana: error: " + message + "\n");
  return exit_code;
}

int checked_main(int argc, char** argv) {
  const int code = tucana::app::run_command_line(std::vector<std::string>(argv + 1, argv + argc));
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    throw tucana::FailureError("standard output: not everything could be written");
  }
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  tucana::occupy_standard_streams();
  namespace exit_code = tucana::app::exit_code;
  try {
    return checked_main(argc, argv);
  } catch (const tucana::InputError& error) {
    return complain(error.what(), exit_code::mistake);
  } catch (const tucana::app::ErrorWithCode& error) {
    return complain(error.what(), error.code());
  } catch (const std::bad_alloc&) {
    return complain("not enough memory; use fewer stars, or a machine with more memory", exit_code::failure);
  } catch (const std::filesystem::filesystem_error& error) {
    // The text of the library is meant for programmers.
    return complain(error.path1().string() + ": " + error.code().message(), exit_code::failure);
  } catch (const std::exception& error) {
    return complain(error.what(), exit_code::failure);
  }
}
