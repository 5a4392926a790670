#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

#include "tucana/io/file_descriptor.h"

namespace tucana {

/// A file of text lines that only grows. A restart opens it at the offset that its checkpoint remembers; what a
/// killed run wrote behind that, a torn line included, goes.
class LineLog {
 public:
  LineLog() = default;
  /// Opens or creates the file and cuts it to `offset` bytes. A file that is shorter (lost with the machine's
  /// power, or by hand) is kept up to its last whole line; missing() says how many bytes are not there.
  LineLog(const std::filesystem::path& path, std::uint64_t offset);

  /// Appends the line and a newline. On failure the file is as before, and FailureError is thrown.
  void append(std::string_view line);
  /// What was appended is on the disk afterwards; before a checkpoint that counts on it.
  void sync();
  std::uint64_t offset() const { return offset_; }
  std::uint64_t missing() const { return missing_; }

 private:
  std::filesystem::path path_;
  FileDescriptor file_;
  std::uint64_t offset_ = 0;
  std::uint64_t missing_ = 0;
};

}  // namespace tucana
