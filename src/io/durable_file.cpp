#include "tucana/io/durable_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>

#include "tucana/core/error.h"
#include "tucana/core/fault_point.h"
#include "tucana/core/file_descriptor.h"
#include "tucana/io/disk_journal_internal.h"

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
  // What stands under that name is not written to: it may be a link to a file that is not ours.
  remove_file(path);
  disk_journal::creating(path);
  FileDescriptor file = open_file(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW);
  if (!file) throw_write_failure("create", path, errno);
  int error = write_all(file.get(), bytes);
  if (error == 0) error = sync_file(file, path);
  // Some file systems (NFS) report a full disk only now.
  if (const int at_close = file.close(); error == 0) error = at_close;
  if (error != 0) {
    ::unlink(path.c_str());
    throw_write_failure("write", path, error);
  }
}

void rename_file(const std::filesystem::path& from, const std::filesystem::path& to) {
  int error = fault_point("rename");
  if (error == 0) disk_journal::renaming(from, to);
  if (error == 0 && std::rename(from.c_str(), to.c_str()) != 0) error = errno;
  if (error != 0) {
    ::unlink(from.c_str());
    throw_write_failure("replace", to, error);
  }
}

int link_file(const std::filesystem::path& from, const std::filesystem::path& to) {
  disk_journal::linking(from, to);
  return ::link(from.c_str(), to.c_str()) == 0 ? 0 : errno;
}

void remove_file(const std::filesystem::path& path) {
  disk_journal::removing(path);
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) throw_write_failure("remove", path, errno);
}

int sync_file(const FileDescriptor& file, const std::filesystem::path& path) {
  int error = fault_point("sync");
  if (error == 0 && ::fsync(file.get()) != 0) error = errno;
  if (error == 0) disk_journal::synced(path);
  return error;
}

void sync_folder(const std::filesystem::path& folder) {
  const FileDescriptor file = open_file(folder, O_RDONLY | O_DIRECTORY);
  if (!file) throw_write_failure("open folder", folder, errno);
  int error = fault_point("sync");
  if (error == 0 && ::fsync(file.get()) != 0) error = errno;
  // EINVAL: a file system that cannot sync folders; nothing more can be done there.
  if (error != 0 && error != EINVAL) throw_write_failure("sync folder", folder, error);
  disk_journal::synced_folder(folder);
}

void write_file_durably(const std::filesystem::path& path, std::span<const std::byte> bytes) {
  const std::filesystem::path part = part_name(path);
  write_and_sync(part, bytes);
  rename_file(part, path);
  sync_folder(folder_of(path));
}

}  // namespace tucana
