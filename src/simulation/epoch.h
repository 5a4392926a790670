#pragma once

#include "tucana/core/archive.h"
#include "tucana/core/tick.h"

namespace tucana {

/// Where the ticks of a run count from: the time of its first stars, which may be far from 0. Ticks reach 32768 time
/// units; a run that lasts longer moves its epoch whenever they come to an end. It can begin at any time that files and
/// people can tell apart from the next. State of the run; integrators know ticks alone.
class Epoch {
 public:
  /// Beyond this, doubles are more than a millionth of a time unit apart.
  static constexpr double largest_time = 0x1p32;

  Epoch() = default;
  /// Throws InputError for a time that is no number or beyond largest_time.
  explicit Epoch(double start);

  /// The time of tick 0.
  double start() const { return start_; }
  /// The time of the first stars.
  double first() const { return first_; }
  /// By how much the epoch has moved since then.
  double moved() const { return start_ - first_; }
  /// In the time of the user, with the fewest decimals where the run starts at 0.
  double time_of(Tick t) const { return start_ + t.label(); }
  Tick tick_of(double time) const { return Tick::nearest(time - start_); }

  /// Throws InputError for a time of run.end_time that lies before `now`, or beyond largest_time.
  void check_end(double end_time, Tick now) const;

  /// Loading from an archive whose times have moved moves the epoch.
  void describe(Archive& archive);

 private:
  double start_ = 0, first_ = 0;
};

}  // namespace tucana
