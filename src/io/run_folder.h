#pragma once

#include <filesystem>
#include <string>

#include "tucana/io/file_descriptor.h"

namespace tucana {

/// The files of a run and where they are.
class RunFolder {
 public:
  explicit RunFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}

  const std::filesystem::path& path() const { return folder_; }
  std::filesystem::path used_options() const { return folder_ / "used.toml"; }
  std::filesystem::path tuning_record() const { return folder_ / "tuning.jsonl"; }
  std::filesystem::path log() const { return folder_ / "log.jsonl"; }
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
  /// Makes the folder, and those above it, unless it is there. Throws InputError when it is no folder or cannot be
  /// written to.
  void create() const;
  /// A restart writes these snapshots anew. Parts that a killed run left go too.
  void remove_snapshots_from(int number) const;
  /// Removes all files of a run (--force): nothing else in the folder is touched.
  void remove_run() const;

 private:
  std::filesystem::path folder_;
};

/// Held while a program writes a run folder, released at the latest by the kernel when the program ends.
class FolderLock {
 public:
  /// Throws InputError when another program holds it.
  explicit FolderLock(const RunFolder& folder);

 private:
  FileDescriptor file_;
};

}  // namespace tucana
