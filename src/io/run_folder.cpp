#include "tucana/io/run_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <string_view>
#include <system_error>
#include <vector>

#include "tucana/core/error.h"
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

void remove_file(const std::filesystem::path& path) {
  std::error_code error;
  std::filesystem::remove(path, error);
  if (error) throw FailureError(fmt::format("cannot remove {}: {}", path.string(), error.message()));
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
  for (const auto& file : {used_options(), log(), summary(), checkpoint(), previous_checkpoint()}) {
    if (std::filesystem::exists(file, error)) return true;
  }
  for (const auto& file : files_in(folder_)) {
    if (snapshot_number(file) >= 0) return true;
  }
  return false;
}

void RunFolder::create() const {
  const auto refuse = [&](const std::string& why) {
    throw InputError(fmt::format("cannot write results into {}: {}", folder_.string(), why));
  };
  std::error_code error;
  if (std::filesystem::exists(folder_, error) && !std::filesystem::is_directory(folder_, error)) {
    refuse("it is a file, not a folder");
  }
  std::filesystem::create_directories(folder_, error);
  if (error) refuse(error.message());
  if (::access(folder_.c_str(), W_OK | X_OK) != 0) refuse(system_error_text(errno));
}

void RunFolder::remove_snapshots_from(int number) const {
  for (const auto& file : files_in(folder_)) {
    const bool part = file.extension() == part_suffix;
    const int found = snapshot_number(part ? file.stem() : file);
    if (found >= 0 && (part || found >= number)) remove_file(file);
  }
}

void RunFolder::remove_run() const {
  // The checkpoints first: a half-removed run must not look like one to go on with.
  for (const auto& file : {checkpoint(), previous_checkpoint(), summary(), log(), used_options(), stop_request()}) {
    remove_file(file);
    remove_file(part_name(file));
  }
  remove_snapshots_from(0);
}

FolderLock::FolderLock(const RunFolder& folder) {
  file_ = FileDescriptor(::open(folder.lock().c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (!file_) {
    throw InputError(fmt::format("cannot write results into {}: {}", folder.path().string(), system_error_text(errno)));
  }
  if (::flock(file_.get(), LOCK_EX | LOCK_NB) == 0) return;
  if (errno == EWOULDBLOCK) {
    throw InputError(fmt::format("{} is in use by another run; wait for it or stop it (touch {})",
                                 folder.path().string(), folder.stop_request().string()));
  }
  // A file system without locks (some network ones) is no reason not to run.
}

}  // namespace tucana
