#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "tucana/core/archive.h"
#include "tucana/core/tick.h"
#include "tucana/simulation/options/options.h"

namespace tucana {

/// Watches the energy error of a run, interval by interval (guard.interval, guard.energy_error), and decides what is
/// done when it has grown too much in one: the run goes back to the state that was kept at the beginning, and repeats
/// the interval with half of eta; up to three times, each with half of the eta before.
///
/// It looks at block times that all bodies reach, which follow from the longest step alone: outputs and restarts do not
/// move them. The kept state and the number of tries are state of the run.
class EnergyGuard {
 public:
  static constexpr int most_tries = 3;
  /// Why an interval is repeated.
  struct Retry {
    Tick until;
    double growth = 0;
    std::int64_t star = -1;  ///< with the shortest step then; -1: not known
  };
  /// Beyond so many stars the automatic interval is none: a look sums over all pairs, and the kept state takes memory.
  static constexpr std::size_t most_stars = 65536;

  explicit EnergyGuard(const Options& options);
  /// To be called when the stars are known: whether the automatic interval has looks at all.
  void settle(std::size_t stars) { too_many_ = is_automatic_ && stars > most_stars; }

  bool is_on() const { return limit_ > 0 && interval_.n > 0 && !too_many_; }
  double limit() const { return limit_; }
  /// The next look; never when the guard is off.
  Tick next() const;
  /// What the error has grown by since the kept state.
  double growth(double energy_error) const { return energy_error - kept_error_; }
  /// Also for an error that is no number.
  bool is_too_much(double energy_error) const;

  /// All is well at t: the state there is where the next interval may begin again, with the eta of the options.
  void keep(Tick t, double energy_error, MemoryArchive state);
  /// What was kept is of no use any more; another state is to be kept now.
  void forget_kept();
  bool has_kept() const { return kept_.has_value(); }
  Tick kept_time() const { return kept_time_; }
  /// Ready to load; any number of times.
  MemoryArchive& kept_state();
  /// One more try of the interval after the kept state; false when there have been enough.
  bool try_again(const Retry& why);
  /// What has not been told yet, once. It is state, so that a kill between the decision and its telling loses nothing.
  std::optional<Retry> take_news();
  /// The tries are over, without success.
  void give_up() { tries_ = 0; }
  int tries() const { return tries_; }
  double eta_factor() const;
  /// All tries of the run.
  std::uint64_t retries() const { return retries_; }

  void describe(Archive& archive);

 private:
  double limit_;
  bool is_automatic_, too_many_ = false;
  Tick interval_;  ///< 0: none

  Tick kept_time_;
  double kept_error_ = 0;
  std::optional<MemoryArchive> kept_;
  std::int32_t tries_ = 0;
  Retry last_;  ///< of the tries
  bool is_news_ = false;
  std::uint64_t retries_ = 0;
};

}  // namespace tucana
