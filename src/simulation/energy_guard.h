#pragma once

#include <algorithm>
#include <cmath>

#include "tucana/core/tick.h"
#include "tucana/simulation/options/options.h"

namespace tucana {

/// Decides when a run looks at its energy error, and whether it may go on (guard.energy_error). It looks at block times
/// that all bodies reach, which follow from the longest step alone: outputs and restarts do not move them.
class EnergyGuard {
 public:
  explicit EnergyGuard(const Options& options)
      : limit_(options.guard.energy_error),
        interval_(interval_for(options.integrator.steps == StepRule::fixed ? options.integrator.fixed_step
                                                                           : options.integrator.largest_step)) {}

  bool is_on() const { return limit_ > 0; }
  double limit() const { return limit_; }
  /// The first look after `t`; never when the guard is off.
  Tick after(Tick t) const { return is_on() ? interval_.next_multiple(t) : Tick::never; }
  /// Also for an error that is no number.
  bool stops_at(double energy_error) const { return is_on() && !(std::abs(energy_error) <= limit_); }

 private:
  /// A look costs about half a step of all bodies in double: every eighth of the longest steps, and no more often than
  /// eight times in a time unit where even those are short, adds some per cent at most.
  static Level interval_for(double longest_step) {
    return {std::max(Level::at_most(longest_step).log2 + 3, Tick::log2_per_unit - 3)};
  }

  double limit_;
  Level interval_;
};

}  // namespace tucana
