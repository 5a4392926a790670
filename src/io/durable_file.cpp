#include "tucana/io/durable_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>

#include "tucana/core/error.h"
#include "tucana/core/fault_point.h"
#include "tucana/io/file_descriptor.h"

namespace tucana {
namespace {

std::filesystem::path folder_of(const std::filesystem::path& path) {
  return path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
}

const char* advice(int error_number) {
  switch (error_number) {
    case ENOSPC:
    case EDQUOT: return "; free some space, then go on with --restart";
    case EFBIG: return "; raise the limit on file sizes (ulimit -f), then go on with --restart";
    case EACCES:
    case EPERM:
    case EROFS: return "; choose a folder that you may write to";
    default: return "";
  }
}

}  // namespace

void throw_write_failure(const char* action, const std::filesystem::path& path, int error_number) {
  throw FailureError(
      fmt::format("cannot {} {}: {}{}", action, path.string(), system_error_text(error_number), advice(error_number)));
}

std::filesystem::path part_name(const std::filesystem::path& path) { return path.string() + ".part"; }

void write_and_sync(const std::filesystem::path& path, std::span<const std::byte> bytes) {
  FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (!file) throw_write_failure("create", path, errno);
  int error = write_all(file.get(), bytes);
  if (error == 0 && ::fsync(file.get()) != 0) error = errno;
  // Some file systems (NFS) report a full disk only now.
  if (const int at_close = file.close(); error == 0) error = at_close;
  if (error != 0) {
    ::unlink(path.c_str());
    throw_write_failure("write", path, error);
  }
}

void rename_file(const std::filesystem::path& from, const std::filesystem::path& to) {
  int error = fault_point("rename");
  if (error == 0 && std::rename(from.c_str(), to.c_str()) != 0) error = errno;
  if (error != 0) {
    ::unlink(from.c_str());
    throw_write_failure("replace", to, error);
  }
}

void sync_folder(const std::filesystem::path& folder) {
  const FileDescriptor file(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!file) throw_write_failure("open folder", folder, errno);
  // EINVAL: a file system that cannot sync folders; nothing better is to be had there.
  if (::fsync(file.get()) != 0 && errno != EINVAL) throw_write_failure("sync folder", folder, errno);
}

void write_file_durably(const std::filesystem::path& path, std::span<const std::byte> bytes) {
  const std::filesystem::path part = part_name(path);
  write_and_sync(part, bytes);
  rename_file(part, path);
  sync_folder(folder_of(path));
}

}  // namespace tucana
