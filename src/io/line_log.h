#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "tucana/core/file_descriptor.h"

namespace tucana {

/// What a checkpoint stores about the log: its length, and a checksum over its lines.
struct LogMark {
  std::uint64_t offset = 0;
  std::uint64_t sum = 0;

  bool operator==(const LogMark&) const = default;
  /// As after these lines too.
  LogMark after(std::string_view lines) const;
};

/// A text file that only grows. A restart opens it at the offset stored in its checkpoint; whatever a killed run wrote
/// after that, including an incomplete line, is removed.
class LineLog {
 public:
  /// Of a process that does not write: it only counts.
  LineLog() = default;
  /// Opens or creates the file and cuts it to what `mark` knows. When that is not there any more, nothing else is
  /// thrown away: a file that is shorter (lost with the machine's power, or by hand) is kept up to its last whole line,
  /// one with other lines is set aside under another name; problem() says so.
  LineLog(const std::filesystem::path& path, const LogMark& mark);

  /// Appends the line and a newline. On failure the file is as before, and FailureError is thrown.
  void append(std::string_view line);
  /// Afterwards everything appended is on the disk: to be called before a checkpoint that relies on it.
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
