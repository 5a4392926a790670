#pragma once

#include "tucana/core/archive.h"
#include "tucana/core/tick.h"

namespace tucana {

/// Where the ticks of a run count from: the time of its first stars, which may be far from 0. Ticks reach 32768 time
/// units, so that a run cannot be longer than that, but it can begin at any time that files and people can tell apart
/// from the next. State of the run; integrators know ticks alone.
class Epoch {
 public:
  /// Beyond this, doubles are more than a millionth of a time unit apart.
  static constexpr double largest_time = 0x1p32;

  Epoch() = default;
  /// Throws InputError for a time that is no number or beyond largest_time.
  explicit Epoch(double start);

  double start() const { return start_; }
  /// In the time of the user, with the fewest decimals where the run starts at 0.
  double time_of(Tick t) const { return start_ + t.label(); }
  Tick tick_of(double time) const { return Tick::nearest(time - start_); }

  /// The tick of run.end_time. Throws InputError when that lies before `now`, or farther from the start than ticks
  /// reach.
  Tick end_tick(double end_time, Tick now) const;

  void describe(Archive& archive);

 private:
  double start_ = 0;
};

}  // namespace tucana
