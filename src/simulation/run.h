#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tucana/io/run_folder.h"
#include "tucana/simulation/options/options.h"
#include "tucana/simulation/run_outputs.h"
#include "tucana/simulation/run_watcher.h"
#include "tucana/simulation/simulation.h"

namespace tucana {

enum class StopReason { end_time, stop_file, wall_limit, signal };
std::string_view name_of(StopReason reason);

struct RunOutcome {
  StopReason reason = StopReason::end_time;
  RunFigures figures;
};

/// A run in its folder: the loop over blocks, the outputs between them, checkpoints, the end.
class Run {
 public:
  /// A new run in a folder that holds none; with `force` an older run there goes as soon as the new one has begun.
  static std::unique_ptr<Run> create(const Options& options, const std::filesystem::path& folder, bool force);
  /// Goes on from the newest whole checkpoint in the folder, with some options changed (key=value).
  static std::unique_ptr<Run> restart(const std::filesystem::path& folder, std::span<const std::string> settings);

  const Options& options() const { return options_; }
  /// What the user should know of a restart: which checkpoint was taken, what changed.
  const std::vector<std::string>& notes() const { return notes_; }

  /// Runs until the end time, a STOP file, the wall limit or a signal; once. When a device fails the run is saved as it
  /// was after the last finished block, and FailureError says how to go on.
  RunOutcome go(RunWatcher& watcher, RunSignals& signals);

 private:
  Run(const Options& options, const RunFolder& folder, FolderLock lock);

  static std::unique_ptr<Run> create_locked(Options options, const RunFolder& folder, FolderLock& lock, bool force);
  static std::unique_ptr<Run> from_options_alone(const RunFolder& folder, FolderLock lock,
                                                 std::span<const std::string> settings);
  static std::unique_ptr<Run> from_checkpoint(const RunFolder& folder, FolderLock lock,
                                              std::span<const std::string> settings);

  void begin(bool remove_older_run);
  void open_files();
  void note_changes(const Options& before);
  void describe(Archive& archive);
  void check_arithmetic(const std::string& stored) const;

  std::optional<StopReason> reason_to_stop(const RunSignals& signals);
  bool checkpoint_due(RunSignals& signals) const;
  void save_checkpoint();
  void look_around();
  RunOutcome finish(StopReason reason, Tick end);
  [[noreturn]] void end_after_device_failure(const std::string& message);
  void write_summary(const RunFigures& figures, std::string_view reason, const std::string& problem) const;
  void check_end_time() const;
  RunProgress progress(Tick t) const;
  std::string advice_after_failure() const;

  Options options_;
  RunFolder folder_;
  FolderLock lock_;
  Simulation simulation_;
  WallClock wall_;
  RunOutputs outputs_;
  std::vector<std::string> changes_;  ///< of options, at restarts

  // Of this session only.
  std::vector<std::string> notes_;
  RunWatcher* watcher_ = nullptr;
  Stopwatch since_look_, since_checkpoint_;
  RunProgress began_;  ///< how far the run was when this session began
  Tick next_checkpoint_{0};
  std::optional<double> checkpoint_time_;
  bool stop_file_seen_ = false;
  bool has_last_checkpoint_ = false;  ///< what follows it must not get into another one
};

}  // namespace tucana
