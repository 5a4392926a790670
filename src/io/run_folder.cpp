#include "tucana/io/run_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <string_view>
#include <system_error>
#include <vector>

#include "tucana/core/error.h"
#include "tucana/core/fault_point.h"
#include "tucana/io/disk_journal_internal.h"
#include "tucana/io/durable_file.h"

namespace tucana {
namespace {

constexpr std::string_view snapshot_prefix = "snapshot_", snapshot_suffix = ".hdf5", part_suffix = ".part";

std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder) {
  std::error_code error;
  std::vector<std::filesystem::path> files;
  std::filesystem::directory_iterator entry(folder, error);
  for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
    files.push_back(entry->path());
  }
  if (error) throw InputError(fmt::format("cannot look into {}: {}", folder.string(), error.message()));
  return files;
}

/// Whether anything has this name, were it a link that leads nowhere.
bool is_there(const std::filesystem::path& path) {
  std::error_code error;
  return std::filesystem::exists(std::filesystem::symlink_status(path, error));
}

/// mkdir -p that survives a loss of power. Returns 0 or the errno.
int make_folders(const std::filesystem::path& folder) {
  std::error_code error;
  if (std::filesystem::is_directory(folder, error)) return 0;
  const std::filesystem::path parent = folder.has_parent_path() ? folder.parent_path() : ".";
  if (parent == folder) return ENOENT;
  if (folder.has_filename()) {
    if (const int above = make_folders(parent); above != 0) return above;
    disk_journal::making_folder(folder);
    if (::mkdir(folder.c_str(), 0777) != 0) {
      const int made = errno;
      if (made == EEXIST && std::filesystem::is_directory(folder, error)) return 0;
      return error ? error.value() : made;  // a link that leads to itself is there, but nothing else
    }
    // Who may make folders but not read the one above cannot sync it.
    if (::access(parent.c_str(), R_OK) == 0) sync_folder(parent);
    return 0;
  }
  return make_folders(parent);  // "runs/a/": the same as "runs/a"
}

/// An open file description's own lock: unlike that of flock(2), whether it is held can be asked without taking it.
struct flock whole_file() {
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  return lock;
}

}  // namespace

std::filesystem::path RunFolder::snapshot(int number) const {
  return folder_ / fmt::format("{}{:04}{}", snapshot_prefix, number, snapshot_suffix);
}

int RunFolder::snapshot_number(const std::filesystem::path& path) {
  const std::string name = path.filename().string();
  if (!name.starts_with(snapshot_prefix) || !name.ends_with(snapshot_suffix)) return -1;
  if (name.size() < snapshot_prefix.size() + 4 + snapshot_suffix.size()) return -1;
  const char* first = name.data() + snapshot_prefix.size();
  const char* last = name.data() + name.size() - snapshot_suffix.size();
  int number = -1;
  const auto [end, error] = std::from_chars(first, last, number);
  return error == std::errc() && end == last && number >= 0 ? number : -1;
}

bool RunFolder::holds_run() const {
  std::error_code error;
  if (!std::filesystem::is_directory(folder_, error)) return false;
  for (const auto& file : {used_options(), log(), events(), summary(), checkpoint(), previous_checkpoint()}) {
    if (is_there(file)) return true;
  }
  for (const auto& file : files_in(folder_)) {
    if (snapshot_number(file) >= 0) return true;
  }
  return false;
}

void RunFolder::create() const {
  if (!is_written_) return;
  const auto refuse = [&](const std::string& why) {
    throw InputError(fmt::format("cannot write results into {}: {}", folder_.string(), why));
  };
  std::error_code error;
  if (std::filesystem::exists(folder_, error) && !std::filesystem::is_directory(folder_, error)) {
    refuse("it is a file, not a folder");
  }
  if (const int reason = make_folders(folder_); reason != 0) refuse(system_error_text(reason));
  if (::access(folder_.c_str(), W_OK | X_OK) != 0) refuse(system_error_text(errno));
}

void RunFolder::remove_snapshots_from(int number) const {
  if (!is_written_) return;
  for (const auto& file : files_in(folder_)) {
    const bool part = file.extension() == part_suffix;
    const int found = snapshot_number(part ? file.stem() : file);
    if (found >= 0 && (part || found >= number)) remove_file(file);
  }
}

bool RunFolder::owns(const std::filesystem::path& path) const {
  std::error_code error;
  std::filesystem::path folder = std::filesystem::weakly_canonical(std::filesystem::absolute(folder_, error), error);
  if (!folder.has_filename()) folder = folder.parent_path();  // "runs/a/"
  const std::filesystem::path absolute = std::filesystem::absolute(path, error);
  // The name itself, and what it leads to if it is a link.
  const std::filesystem::path named =
      std::filesystem::weakly_canonical(absolute.parent_path(), error) / absolute.filename();
  for (std::filesystem::path file : {named, std::filesystem::weakly_canonical(absolute, error)}) {
    if (file.parent_path() != folder) continue;
    if (file.extension() == part_suffix) file.replace_extension();
    if (snapshot_number(file) >= 0) return true;
    for (const auto& own : {used_options(), tuning_record(), log(), events(), summary(), stop_request(), lock(),
                            checkpoint(), previous_checkpoint()}) {
      if (file.filename() == own.filename()) return true;
    }
  }
  return false;
}

void RunFolder::remove_results() const {
  if (!is_written_) return;
  // The checkpoints first: a half-removed run must not look like one to go on with.
  for (const auto& file :
       {checkpoint(), previous_checkpoint(), summary(), log(), events(), tuning_record(), stop_request()}) {
    remove_file(file);
    remove_file(part_name(file));
  }
  remove_snapshots_from(0);
  sync_folder(folder_);
}

FolderLock FolderLock::of_new_run(const RunFolder& folder) {
  FolderLock lock;
  lock.folder_ = folder.path();
  lock.lock_ = folder.lock();
  lock.folder_is_new_ = !is_there(folder.path());
  do {
    folder.create();
    fault_point("folder_made");
  } while (!lock.take());
  return lock;
}

FolderLock::FolderLock(const RunFolder& folder) : folder_(folder.path()), lock_(folder.lock()) {
  while (!take()) {
    if (!is_there(folder_)) throw InputError(fmt::format("{} has been removed", folder_.string()));
  }
}

bool FolderLock::take() {
  file_ = open_file(lock_, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK);
  if (!file_ && errno == ENOENT) return false;
  if (!file_) {
    throw InputError(fmt::format("cannot write results into {}: {}", folder_.string(), system_error_text(errno)));
  }
  fault_point("lock_opened");
  struct flock wanted = whole_file();
  if (::fcntl(file_.get(), F_OFD_SETLK, &wanted) != 0 && (errno == EAGAIN || errno == EACCES)) {
    throw InputError(fmt::format("{} is in use by another run; wait for it or stop it (touch {})", folder_.string(),
                                 RunFolder(folder_).stop_request().string()));
  }
  // Other errors: a file system without locks (some network ones) is no reason not to run.
  fault_point("lock_taken");
  struct stat ours {
  }, theirs{};
  // Its holder before us may have removed the file: then others do not see this lock.
  return ::fstat(file_.get(), &ours) == 0 && ::lstat(lock_.c_str(), &theirs) == 0 && ours.st_ino == theirs.st_ino &&
         ours.st_dev == theirs.st_dev;
}

void FolderLock::take_back() noexcept {
  if (!file_) return;
  if (folder_is_new_) {
    ::unlink(lock_.c_str());
    ::rmdir(folder_.c_str());  // fails when anything is left in it, as it should
  }
  file_.close();
}

bool FolderLock::is_held(const RunFolder& folder) {
  const FileDescriptor file = open_file(folder.lock(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  struct flock lock = whole_file();
  return file && ::fcntl(file.get(), F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

}  // namespace tucana
