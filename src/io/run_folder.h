#pragma once

#include <filesystem>
#include <string>

#include "tucana/core/file_descriptor.h"

namespace tucana {

/// The files of a run and where they are.
class RunFolder {
 public:
  /// Of several processes that compute a run together one writes; for the others nothing here changes any file.
  explicit RunFolder(std::filesystem::path folder, bool is_written = true)
      : folder_(std::move(folder)), is_written_(is_written) {}

  const std::filesystem::path& path() const { return folder_; }
  bool is_written() const { return is_written_; }
  std::filesystem::path used_options() const { return folder_ / "used.toml"; }
  std::filesystem::path tuning_record() const { return folder_ / "tuning.jsonl"; }
  std::filesystem::path log() const { return folder_ / "log.jsonl"; }
  std::filesystem::path events() const { return folder_ / "events.jsonl"; }
  std::filesystem::path summary() const { return folder_ / "summary.json"; }
  std::filesystem::path stop_request() const { return folder_ / "STOP"; }
  std::filesystem::path lock() const { return folder_ / ".lock"; }
  std::filesystem::path checkpoint() const { return folder_ / "checkpoint.hdf5"; }
  std::filesystem::path previous_checkpoint() const { return folder_ / "checkpoint.previous.hdf5"; }
  /// snapshot_0007.hdf5; more digits when they are needed.
  std::filesystem::path snapshot(int number) const;
  /// The number of a snapshot's file name, -1 when it is none.
  static int snapshot_number(const std::filesystem::path& path);

  /// Whether there is anything that a new run would overwrite.
  bool holds_run() const;
  /// Makes the folder, and those above it, unless it is there; those made are on the disk afterwards. Throws InputError
  /// when it is no folder or cannot be written to.
  void create() const;
  /// Whether the path names a file that a run in this folder writes or removes, be it there or not.
  bool owns(const std::filesystem::path& path) const;
  /// A restart writes these snapshots anew. Parts that a killed run left go too.
  void remove_snapshots_from(int number) const;
  /// Removes the results of a run (--force): all its files but used.toml, which the next run replaces. Nothing else in
  /// the folder is touched.
  void remove_results() const;

 private:
  std::filesystem::path folder_;
  bool is_written_;
};

/// Held while a program writes a run folder, released at the latest by the kernel when the program ends. Several may
/// begin at once: one gets it. Nobody but its holder removes the lock's file or the folder.
class FolderLock {
 public:
  FolderLock() = default;  ///< of nothing
  /// For a new run: makes the folder as well. Throws InputError when another program holds the lock.
  static FolderLock of_new_run(const RunFolder& folder);
  /// For a folder that is there.
  explicit FolderLock(const RunFolder& folder);

  /// Takes back what of_new_run() made, unless there is more in the folder by now, and gives up the lock.
  void take_back() noexcept;
  /// Whether a program holds the lock of this folder. A look only: it keeps nobody from beginning.
  static bool is_held(const RunFolder& folder);

 private:
  /// False when the folder or the file was removed under our hands: begin again.
  bool take();

  std::filesystem::path folder_, lock_;
  FileDescriptor file_;
  bool folder_is_new_ = false;
};

}  // namespace tucana
