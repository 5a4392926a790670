#pragma once

#include <cmath>

#include "tucana/core/archive.h"
#include "tucana/core/tick.h"

namespace tucana {

/// A time inside a subsystem: a tick, and an offset of less than one tick. Steps of any length can be added to it, late
/// in a run too, with the rounding error of the step alone; differences of near times are as exact.
struct InnerTime {
  Tick tick;
  double offset = 0;  ///< in time units, from 0 to 1 tick

  InnerTime operator+(double dt) const {
    const double sum = offset + dt;
    // Rounded down: std::floor is a call into a library.
    const double ticks = sum * Tick::per_unit;
    auto whole = static_cast<std::int64_t>(ticks);
    whole -= static_cast<double>(whole) > ticks ? 1 : 0;
    return {tick + Tick{whole}, sum - static_cast<double>(whole) / Tick::per_unit};
  }
  /// The time since another one.
  double operator-(const InnerTime& other) const { return (tick - other.tick).units() + (offset - other.offset); }
  bool operator<(const InnerTime& other) const {
    return tick < other.tick || (tick == other.tick && offset < other.offset);
  }
  void describe(Archive& archive) {
    archive.field("tick", tick);
    archive.field("offset", offset);
  }
};

}  // namespace tucana
