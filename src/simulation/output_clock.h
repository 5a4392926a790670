#pragma once

#include "tucana/core/tick.h"

namespace tucana {

/// Times 0, interval, 2 interval, ... rounded to ticks each for itself, so that errors do not add up.
class OutputClock {
 public:
  /// interval 0: at time 0 only.
  explicit OutputClock(double interval) : interval_(interval) {}

  static constexpr Tick never{INT64_MAX};

  /// The first output time after `last`.
  Tick after(Tick last) const {
    if (last < Tick{0}) return Tick{0};
    if (!(interval_ > 0)) return never;
    double k = std::floor(last.units() / interval_);
    Tick t = Tick::nearest(k * interval_);
    while (t <= last) t = Tick::nearest(++k * interval_);
    return t;
  }

 private:
  double interval_;
};

}  // namespace tucana
