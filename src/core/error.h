#pragma once

#include <stdexcept>
#include <string>

namespace tucana {

/// Base of all errors that Tucana throws. The message says what is wrong, where, and what to do.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The user requested something impossible: exit code 2.
class InputError : public Error {
 public:
  using Error::Error;
};

/// Something failed that should have worked (full disk, lost device, non-finite state): exit code 1.
class FailureError : public Error {
 public:
  using Error::Error;
};

/// "strerror: No space left on device" for messages about system calls.
std::string system_error_text(int error_number);

[[noreturn]] void contract_broken(const char* condition, const char* file, int line);

}  // namespace tucana

/// A contract between parts of Tucana: checked in debug builds only. Validation of input throws instead.
#ifdef NDEBUG
#define TUCANA_EXPECT(condition) static_cast<void>(0)
#else
#define TUCANA_EXPECT(condition) \
  ((condition) ? static_cast<void>(0) : ::tucana::contract_broken(#condition, __FILE__, __LINE__))
#endif
