#pragma once

#include <cmath>

#include "tucana/core/tick.h"

namespace tucana {

/// Times 0, interval, 2 interval, ... rounded to ticks each for itself, so that errors do not add up.
class OutputClock {
 public:
  /// interval 0: at time 0 only. `moved` is the time of tick 0, after the epoch of the run has moved.
  explicit OutputClock(double interval, double moved = 0) : interval_(interval), moved_(moved) {}

  /// The first output time after `last`; Tick::never where it lies beyond the range of ticks.
  Tick after(Tick last) const {
    if (moved_ == 0 && last < Tick{0}) return Tick{0};
    if (!(interval_ > 0) || last == Tick::never) return Tick::never;
    double k = std::floor((last.units() + moved_) / interval_);
    const auto at = [&](double number) { return Tick::nearest(number * interval_ - moved_); };
    Tick t = at(k);
    while (t <= last) t = at(++k);
    return t;
  }

 private:
  double interval_, moved_;
};

}  // namespace tucana
