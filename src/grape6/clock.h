#pragma once

#include <algorithm>
#include <cmath>

#include "tucana/core/tick.h"

namespace tucana::grape6 {

/// Which units of time suit the motion of the sources, as powers of two.
struct UnitBounds {
  int least = -1000, most = 1000;
};

/// The time of a client, any double in any unit, as ticks of an engine, which count 2^-48 units and reach 2^15. Only
/// differences matter to an engine, so times are counted from an epoch and in units of 2^log2_unit client units; every
/// derivative in time then carries the power of two that belongs to it, which is exact.
class Clock {
 public:
  /// True when the time can be given in ticks: near enough, and not a fraction of a few ticks.
  bool fits(double time) const {
    const double ticks = std::ldexp(time - epoch_, Tick::log2_per_unit - log2_unit_);
    return std::abs(ticks) <= reach && (is_settled_ || std::abs(ticks) >= fine || ticks == std::nearbyint(ticks));
  }
  Tick tick(double time) const { return Tick::nearest(std::ldexp(time - epoch_, -log2_unit_)); }

  /// Counts from `now` in units that hold all times up to `span` away from it, with room for time to go on; among these
  /// in one that suits the motion: a time that is nothing beside it need not be resolved.
  void rebase(double now, double span, const UnitBounds& bounds) {
    const bool was_far = std::abs(now) > half_reach || span > half_reach;
    epoch_ = now;
    is_settled_ = true;
    const int size = span > 0 ? std::ilogb(span) : -log2_far;
    const int needed = span > 0 ? size - log2_room : 0;
    const int unit = was_far ? std::max(needed, 0) : std::min(needed, 0);
    log2_unit_ = std::max(std::clamp(unit, std::min(bounds.least, bounds.most), bounds.most), size - log2_reach);
  }

  /// A client's unit of time is 2^-log2_unit() of the engine's.
  int log2_unit() const { return log2_unit_; }

 private:
  static constexpr double half_reach = 0x1p13;              ///< units
  static constexpr double reach = 0x1p14 * Tick::per_unit;  ///< ticks; a difference of two stays in an int64
  static constexpr double fine = 0x1p30;                    ///< ticks; the rounding of more is of no account
  static constexpr int log2_room = 6, log2_reach = 12, log2_far = 2000;

  double epoch_ = 0;
  int log2_unit_ = 0;
  bool is_settled_ = false;  ///< units have been chosen by what the client does
};

}  // namespace tucana::grape6
