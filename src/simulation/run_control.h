#pragma once

#include <optional>
#include <string_view>

#include "tucana/core/stopwatch.h"
#include "tucana/core/tick.h"
#include "tucana/io/run_folder.h"
#include "tucana/simulation/options/options.h"
#include "tucana/simulation/run_watcher.h"
#include "tucana/simulation/wall_clock.h"

namespace tucana {

enum class StopReason { end_time, stop_file, wall_limit, signal, energy_error };
std::string_view name_of(StopReason reason);

/// What clocks, signals and files ask of a run between two blocks or outputs: one value, so that one of several
/// processes that compute a run together can decide for all.
struct RunDecision {
  bool tell_progress = false;  ///< to the watcher
  bool checkpoint = false;     ///< is due, until one has been written
  std::optional<StopReason> stop;
};

/// Makes these decisions. Nothing else in a run depends on clocks, signals or on the file STOP, apart from the tuning
/// of trees (tree.tuning).
class RunControl {
 public:
  /// All arguments must outlive it.
  RunControl(const Options& options, const RunFolder& folder, const WallClock& wall)
      : options_(options), folder_(folder), wall_(wall) {}

  /// Before the first decision. Both must outlive the last one.
  void begin(RunWatcher& watcher, RunSignals& signals) { watcher_ = &watcher, signals_ = &signals; }

  /// `now` is the time of the last block.
  RunDecision decide(Tick now);

  /// The first checkpoint of the session is due at this block time, that of the start unless told otherwise.
  void set_next_checkpoint(Tick t) { next_checkpoint_ = t; }
  /// To be called before a checkpoint is written: requests from now on are for another one.
  void checkpoint_begins();
  /// To be called when one has been written or loaded.
  void checkpoint_done(Tick now);

 private:
  void look_for_stop_file();
  std::optional<StopReason> reason_to_stop() const;

  const Options& options_;
  const RunFolder& folder_;
  const WallClock& wall_;
  RunWatcher* watcher_ = nullptr;
  RunSignals* signals_ = nullptr;
  Stopwatch since_look_, since_checkpoint_;
  Tick next_checkpoint_{0};
  bool stop_file_seen_ = false;
};

}  // namespace tucana
