#pragma once

#include <cmath>

#include "tucana/core/tick.h"

namespace tucana {

/// Times 0, interval, 2 interval, ... rounded to ticks each for itself, so that errors do not add up.
class OutputClock {
 public:
  /// interval 0: at time 0 only.
  explicit OutputClock(double interval) : interval_(interval) {}

  /// The first output time after `last`; Tick::never where it lies beyond the range of ticks.
  Tick after(Tick last) const {
    if (last < Tick{0}) return Tick{0};
    if (!(interval_ > 0) || last == Tick::never) return Tick::never;
    double k = std::floor(last.units() / interval_);
    Tick t = Tick::nearest(k * interval_);
    while (t <= last) t = Tick::nearest(++k * interval_);
    return t;
  }

 private:
  double interval_;
};

}  // namespace tucana
