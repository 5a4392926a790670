#include "tucana/io/line_log.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>

#include "tucana/core/checksum.h"
#include "tucana/core/error.h"
#include "tucana/io/disk_journal_internal.h"
#include "tucana/io/durable_file.h"

namespace tucana {
namespace {

std::uint64_t size_of(const FileDescriptor& file, const std::filesystem::path& path) {
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) throw_write_failure("open", path, errno);
  if (!S_ISREG(status.st_mode)) throw FailureError(path.string() + " is not a regular file; move it away");
  return static_cast<std::uint64_t>(status.st_size);
}

}  // namespace

LogMark LogMark::after(std::string_view lines) const {
  LogMark mark = *this;
  while (!lines.empty()) {
    const std::string_view line = lines.substr(0, lines.find('\n') + 1);  // npos + 1 is 0: without an end, no line
    if (line.empty()) break;
    const std::array<std::uint64_t, 2> both = {mark.sum, checksum(std::as_bytes(std::span(line)))};
    mark.sum = checksum(std::as_bytes(std::span(both)));
    mark.offset += line.size();
    lines.remove_prefix(line.size());
  }
  return mark;
}

LineLog::LineLog(const std::filesystem::path& path, const LogMark& mark) : path_(path) {
  std::error_code error;
  const bool was_there = std::filesystem::exists(std::filesystem::symlink_status(path, error));
  open();
  const std::uint64_t size = size_of(file_, path_);
  if (size < mark.offset) {
    mark_ = LogMark{}.after(read(size));
    const std::uint64_t missing = mark.offset - mark_.offset;
    problem_ = !was_there ? fmt::format("{} is gone, and its rows until now with it; a new one begins", path_.string())
                          : fmt::format(
                                "{} was cut or replaced: {} of the {} bytes that the checkpoint knows are "
                                "missing; it goes on behind its last whole row",
                                path_.string(), missing, mark.offset);
  } else if (mark.offset > 0) {
    mark_ = LogMark{}.after(read(mark.offset));
    if (mark_ != mark) set_aside();
  }
  if (::ftruncate(file_.get(), static_cast<off_t>(mark_.offset)) != 0) throw_write_failure("truncate", path, errno);
}

/// Not through a link, and without waiting for the other end of a pipe.
void LineLog::open() {
  disk_journal::opening(path_);
  file_ = open_file(path_, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK);
  if (!file_) throw_write_failure("open", path_, errno);
}

std::string LineLog::read(std::uint64_t bytes) const {
  std::string text(bytes, '\0');
  std::size_t have = 0;
  const int error = read_all(file_.get(), std::as_writable_bytes(std::span(text)), have);
  if (error != 0) throw FailureError(fmt::format("cannot read {}: {}", path_.string(), system_error_text(error)));
  text.resize(have);
  return text;
}

void LineLog::set_aside() {
  std::filesystem::path aside = path_.string() + ".other";
  std::error_code error;
  for (int number = 2; std::filesystem::exists(std::filesystem::symlink_status(aside, error)); ++number) {
    aside = fmt::format("{}.other-{}", path_.string(), number);
  }
  disk_journal::renaming(path_, aside);
  if (::rename(path_.c_str(), aside.c_str()) != 0) throw_write_failure("rename", path_, errno);
  problem_ = fmt::format(
      "{} does not hold the rows that the run wrote: it was changed or replaced; it is kept as {}, "
      "and a new one begins",
      path_.string(), aside.string());
  mark_ = {};
  open();
}

void LineLog::append(std::string_view line) {
  std::string text(line);
  text += '\n';
  if (!file_) {
    mark_ = mark_.after(text);
    return;
  }
  if (const int error = write_all(file_.get(), std::as_bytes(std::span(text))); error != 0) {
    // No torn line stays behind; should even this fail, the next restart cuts it.
    static_cast<void>(!::ftruncate(file_.get(), static_cast<off_t>(mark_.offset)));
    throw_write_failure("append to", path_, error);
  }
  mark_ = mark_.after(text);
}

void LineLog::sync() {
  if (!file_) return;
  if (const int error = sync_file(file_, path_); error != 0) throw_write_failure("sync", path_, error);
}

}  // namespace tucana
