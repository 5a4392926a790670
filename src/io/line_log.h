#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "tucana/core/file_descriptor.h"

namespace tucana {

/// What a checkpoint knows of the log: how long it was, and a checksum over its lines.
struct LogMark {
  std::uint64_t offset = 0;
  std::uint64_t sum = 0;

  bool operator==(const LogMark&) const = default;
  /// As after these lines too.
  LogMark after(std::string_view lines) const;
};

/// A file of text lines that only grows. A restart opens it where its checkpoint says; what a killed run wrote behind
/// that, a torn line included, goes.
class LineLog {
 public:
  LineLog() = default;
  /// Opens or creates the file and cuts it to what `mark` knows. When that is not there any more, nothing else is
  /// thrown away: a file that is shorter (lost with the machine's power, or by hand) is kept up to its last whole line,
  /// one with other lines is set aside under another name; problem() says so.
  LineLog(const std::filesystem::path& path, const LogMark& mark);

  /// Appends the line and a newline. On failure the file is as before, and FailureError is thrown.
  void append(std::string_view line);
  /// What was appended is on the disk afterwards; before a checkpoint that counts on it.
  void sync();
  const LogMark& mark() const { return mark_; }
  /// What became of the lines that the mark knows, in one line; empty when they are there.
  const std::string& problem() const { return problem_; }

 private:
  void open();
  std::string read(std::uint64_t bytes) const;
  void set_aside();

  std::filesystem::path path_;
  FileDescriptor file_;
  LogMark mark_;
  std::string problem_;
};

}  // namespace tucana
