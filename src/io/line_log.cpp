#include "tucana/io/line_log.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>

#include "tucana/core/error.h"
#include "tucana/io/durable_file.h"

namespace tucana {
namespace {

/// The length of the whole lines among the first `size` bytes.
std::uint64_t whole_lines(int file, std::uint64_t size) {
  char last = 0;
  while (size > 0 && ::pread(file, &last, 1, static_cast<off_t>(size - 1)) == 1 && last != '\n') --size;
  return size;
}

}  // namespace

LineLog::LineLog(const std::filesystem::path& path, std::uint64_t offset) : path_(path), offset_(offset) {
  file_ = FileDescriptor(::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
  if (!file_) throw_write_failure("open", path, errno);
  struct stat status {};
  if (::fstat(file_.get(), &status) != 0) throw_write_failure("open", path, errno);
  const auto size = static_cast<std::uint64_t>(status.st_size);
  if (size < offset) {
    offset_ = whole_lines(file_.get(), size);
    missing_ = offset - offset_;
  }
  if (::ftruncate(file_.get(), static_cast<off_t>(offset_)) != 0) throw_write_failure("truncate", path, errno);
}

void LineLog::append(std::string_view line) {
  std::string text(line);
  text += '\n';
  if (const int error = write_all(file_.get(), std::as_bytes(std::span(text))); error != 0) {
    // No torn line stays behind; should even this fail, the next restart cuts it.
    static_cast<void>(!::ftruncate(file_.get(), static_cast<off_t>(offset_)));
    throw_write_failure("append to", path_, error);
  }
  offset_ += text.size();
}

void LineLog::sync() {
  if (::fsync(file_.get()) != 0) throw_write_failure("sync", path_, errno);
}

}  // namespace tucana
