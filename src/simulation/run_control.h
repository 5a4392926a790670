#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "tucana/core/decider.h"
#include "tucana/core/stopwatch.h"
#include "tucana/core/tick.h"
#include "tucana/io/run_folder.h"
#include "tucana/simulation/options/options.h"
#include "tucana/simulation/run_watcher.h"
#include "tucana/simulation/wall_clock.h"

namespace tucana {

enum class StopReason { end_time, stop_file, wall_limit, signal, energy_error };
std::string_view name_of(StopReason reason);

/// What clocks, signals and files ask of a run between two blocks or outputs: one value, which one process makes for
/// all that compute a run together (Decider).
struct RunDecision {
  bool tell_progress = false;  ///< to the watcher
  std::uint32_t quiet = 0;     ///< so many times nothing is asked: telling other ranks takes time
  bool checkpoint = false;     ///< is due, until one has been written
  std::optional<StopReason> stop;
};

/// Makes these decisions. Nothing else in a run depends on clocks, signals or on the file STOP, apart from the fastest
/// engine and the tuning of trees by clocks (engine.kind = auto, tree.tuning = timed), which ask the same decider.
class RunControl {
 public:
  /// All arguments must outlive it. `others_are_told`: several processes ask the decider, which takes some time.
  RunControl(const Options& options, const RunFolder& folder, const WallClock& wall, Decider& decider = own_decider(),
             bool others_are_told = false)
      : options_(options), folder_(folder), wall_(wall), decider_(decider), others_are_told_(others_are_told) {}

  /// Before the first decision. Both must outlive the last one.
  void begin(RunWatcher& watcher, RunSignals& signals) { watcher_ = &watcher, signals_ = &signals; }

  /// `now` is the time of the last block.
  RunDecision decide(Tick now) {
    // Checkpoints at simulated times follow from the state, at the same blocks whatever the number of ranks.
    if (quiet_ > 0 && now < next_checkpoint_) {
      --quiet_;
      return {};
    }
    const RunDecision decision = decider_.decide([&] { return own_decision(now); });
    quiet_ = decision.quiet;
    return decision;
  }

  /// The first checkpoint of the session is due at this block time, that of the start unless told otherwise.
  void set_next_checkpoint(Tick t) { next_checkpoint_ = t; }
  /// To be called before a checkpoint is written: requests from now on are for another one.
  void checkpoint_begins();
  /// To be called when one has been written or loaded, and when the epoch has moved, so that tick 0 is at this time
  /// since the start of the run.
  void checkpoint_done(Tick now, double moved = 0);

 private:
  RunDecision own_decision(Tick now);
  std::uint32_t next_quiet();
  void look_for_stop_file();
  std::optional<StopReason> reason_to_stop() const;

  const Options& options_;
  const RunFolder& folder_;
  const WallClock& wall_;
  Decider& decider_;
  bool others_are_told_;
  RunWatcher* watcher_ = nullptr;
  RunSignals* signals_ = nullptr;
  Stopwatch since_look_, since_checkpoint_, since_decision_;
  std::uint32_t quiet_ = 0, last_quiet_ = 0;
  Tick next_checkpoint_{0};
  bool stop_file_seen_ = false;
};

}  // namespace tucana
