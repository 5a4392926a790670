#pragma once

#include <span>
#include <string>

namespace tucana::device {

/// A library opened at run time. It is never closed: drivers leave threads behind that still run its code.
class SharedLibrary {
 public:
  SharedLibrary() = default;
  /// Opens the library that the environment variable names, otherwise the first of `names` that there is.
  SharedLibrary(const char* variable, std::span<const char* const> names);

  bool is_open() const { return handle_ != nullptr; }
  /// Why it is not open, in the words of the loader.
  const std::string& problem() const { return problem_; }
  /// The path that the environment variable gave; empty without it.
  const std::string& chosen() const { return chosen_; }
  /// Null when the library has no such function.
  void* symbol(const char* name) const;

 private:
  void* handle_ = nullptr;
  std::string chosen_, problem_;
};

}  // namespace tucana::device
