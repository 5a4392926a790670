#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tucana/core/communicator.h"
#include "tucana/core/decider.h"
#include "tucana/core/error.h"
#include "tucana/io/run_folder.h"
#include "tucana/simulation/energy_guard.h"
#include "tucana/simulation/options/options.h"
#include "tucana/simulation/run_control.h"
#include "tucana/simulation/run_outputs.h"
#include "tucana/simulation/run_watcher.h"
#include "tucana/simulation/simulation.h"
#include "tucana/simulation/step_watch.h"

namespace tucana {

struct RunOutcome {
  StopReason reason = StopReason::end_time;
  RunFigures figures;
  std::string problem = {};  ///< of a run that its guard stopped: what is wrong and what to do
};

/// A signal came before the run had begun: there is nothing to go on with, and nothing was left behind.
class RunInterrupted : public Error {
 public:
  using Error::Error;
};

/// How a run is begun or taken up again.
struct RunStart {
  bool force = false;                      ///< an older run in the folder goes as soon as the new one has begun
  std::vector<std::string> settings = {};  ///< key=value: at a restart these change the options of the run
  const RunSignals* signals = nullptr;     ///< looked at between the stages of the start: RunInterrupted
  /// Adds processes and observers before the run begins or its state is loaded; at a restart the same ones.
  std::function<void(Simulation&)> prepare = {};
  Decider* decider = &own_decider();  ///< outlives the run
  /// Those that compute the run together. All of them make it, with the same arguments; rank 0 decides and writes. They
  /// outlive it.
  Communicator* ranks = &alone();
  /// A field that the options cannot name; at a restart the same one.
  std::shared_ptr<const ExternalField> field = {};
};

/// A simulation in its folder: what it adds are files and their lock, clocks and signals; checkpoints, and the end.
class Run {
 public:
  /// A new run in a folder that holds none. The options have the settings in them already.
  static std::unique_ptr<Run> create(const Options& options, const std::filesystem::path& path, const RunStart& start);
  /// Goes on from the newest whole checkpoint in the folder, with some options changed.
  static std::unique_ptr<Run> restart(const std::filesystem::path& path, const RunStart& start);

  const Options& options() const { return options_; }
  /// What the user should know of a restart: which checkpoint was taken, what changed.
  const std::vector<std::string>& notes() const { return notes_; }
  /// What looks like a mistake, so far; go() tells its watcher.
  const std::vector<std::string>& warnings() const { return warnings_; }

  /// Runs until the end time, a STOP file, the wall limit, a signal or the guard stops it; once. When a device fails
  /// the run is saved as it was after the last finished block, and FailureError says how to go on.
  RunOutcome go(RunWatcher& watcher, RunSignals& signals);

  // The parts of go(), for callers that do something else in between: begin_session() first, and once.
  void begin_session(RunWatcher& watcher, RunSignals& signals);
  /// All blocks and outputs until a time that is not before the last block; the epoch moves where ticks end. Throws as
  /// go() does. Returns what happened if something stopped the run before, which is then saved and over.
  std::optional<RunOutcome> advance_to(double time);
  /// The next block, with the outputs before it.
  std::optional<RunOutcome> step();
  /// Saves the run and writes its last output and its summary: it reached a tick that is not before the last block.
  RunOutcome finish(StopReason reason, Tick end, std::string problem = {});
  void save_checkpoint();
  /// Changes stars at the time of the last block; a guard that goes back does not go back before it.
  EnergyChange apply(const ChangeSet& set, const std::string& who);
  /// To look at it and to add observers: what changes it goes through the run.
  Simulation& simulation() { return simulation_; }

 private:
  Run(const Options& options, const RunFolder& folder, FolderLock lock, const RunStart& start);

  static std::unique_ptr<Run> create_locked(Options options, const RunFolder& folder, FolderLock& lock,
                                            const RunStart& start);
  static std::unique_ptr<Run> from_options_alone(const RunFolder& folder, FolderLock lock, const RunStart& start);
  static std::unique_ptr<Run> from_checkpoint(const RunFolder& folder, FolderLock lock, const RunStart& start);

  void begin(const RunStart& start);
  void open_files();
  void note_changes(const Options& before);
  void describe(Archive& archive);
  void check_arithmetic(const std::string& stored) const;

  static std::unique_ptr<Run> make(const Options& options, const RunFolder& folder, FolderLock lock,
                                   const RunStart& start);

  std::optional<RunOutcome> look_before(Tick next_block, Tick end);
  RunDecision decide();
  void move_epoch();
  void warn_of_energy_error(Tick t);
  void warn_of_many_steps(Tick t);
  void find_warnings(const Options& before, std::span<const std::string> settings);
  void warn(const std::string& text);
  void write_state();
  void write_own(const std::filesystem::path& file, const std::string& text) const;
  std::optional<RunOutcome> advance_to(Tick end);
  std::optional<RunOutcome> advance_blocks(Tick end);
  template <class Work>
  auto with_advice(const Work& work) -> decltype(work());
  std::string guard_problem(Tick t, double energy_error);
  std::optional<RunOutcome> look_at_energy(Tick t);
  void keep_state(Tick t, double energy_error);
  void go_back();
  void tell_of_retry();
  std::optional<RunOutcome> repeat_interval(Tick t, double energy_error);
  [[noreturn]] void end_after_device_failure(const std::string& message);
  void write_summary(const RunFigures& figures, std::string_view reason, const std::string& problem) const;
  RunProgress progress(Tick t) const;
  std::string advice_after_failure() const;

  Options options_;
  Communicator& ranks_;
  RunFolder folder_;
  FolderLock lock_;
  Simulation simulation_;
  WallClock wall_;
  RunOutputs outputs_;
  RunControl control_;
  std::vector<std::string> changes_;  ///< of options, at restarts
  EnergyGuard guard_;

  // Of this session only.
  std::vector<std::string> notes_, warnings_;
  RunWatcher* watcher_ = nullptr;
  std::optional<double> checkpoint_time_;
  bool energy_is_doubtful_ = false;  ///< and the user has been told
  StepWatch step_watch_;
  bool has_last_checkpoint_ = false;  ///< what follows it must not get into another one
};

}  // namespace tucana
