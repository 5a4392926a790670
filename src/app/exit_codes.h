#pragma once

#include "tucana/core/error.h"

namespace tucana::app {

/// How the program ends, for scripts. After signal n the code is 128 + n, as shells have it.
namespace exit_code {
inline constexpr int done = 0;
inline constexpr int failure = 1;       ///< something failed that should have worked
inline constexpr int mistake = 2;       ///< the user's
inline constexpr int guard = 3;         ///< the run was not good enough to go on (guard.energy_error)
inline constexpr int go_on_later = 75;  ///< a STOP file or the wall limit: all is well, submit it again (EX_TEMPFAIL)
}  // namespace exit_code

/// An error with an exit code of its own.
class ErrorWithCode : public Error {
 public:
  ErrorWithCode(const std::string& message, int code) : Error(message), code_(code) {}
  int code() const { return code_; }

 private:
  int code_;
};

}  // namespace tucana::app
