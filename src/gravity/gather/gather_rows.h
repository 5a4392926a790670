#pragma once

#include <cstddef>
#include <cstdint>

#include "tucana/core/ids.h"
#include "tucana/core/tick.h"
#include "tucana/core/vec3.h"
#include "tucana/gravity/leaf_tree.h"

namespace tucana::cpu {

/// A body at its own time, in the arithmetic of Precision::two_float: all that a pair needs in one cache line,
/// prediction included, since a sum over a list is limited by memory. In quarters, so that one 128-bit load reads three
/// axes. The fourth lanes hold the mass, the time (the bits of an integer that wraps around), and the jerk, of which 8
/// leading bits are kept: what is omitted moves a source by a few per cent of the error that its prediction has in any
/// case (docs/theory/ahmad_cohen.md).
struct alignas(64) GatherRow {
  float high[4];      ///< leading parts of x, y, z; the mass
  float low[4];       ///< the rests of x, y, z; the time
  float velocity[4];  ///< the fourth: a sixth of the jerk along y and x, upper halves of their floats
  float half_a[4];    ///< half the acceleration; the fourth: a sixth of the jerk along z
};

/// A body as a source, before it is rounded to a row: a view of numbers that are stored elsewhere.
struct GatherBody {
  double mass;
  const Vec3 &position, &velocity, &acceleration, &jerk;
  Tick time;
};

/// All rows, and the time to which they are predicted.
struct GatherView {
  const GatherRow* rows;
  Slot parked;         ///< a row without mass, for lanes that are left over
  std::int32_t count;  ///< of time, as rows have it
  float unit;          ///< of the count, in time units
  float rest;          ///< of the time, in time units
  float eps2;
};

/// A target of a sum. Fourth lanes are zero: rows keep their masses when they are subtracted.
struct alignas(16) GatherTarget {
  float high[4];
  float low[4];
  float velocity[4];
};

/// The inner loops of one SIMD level.
struct GatherKernels {
  /// Rounds a body to a row, its time given as rows count it; null where registers hold no four doubles.
  void (*write)(const GatherBody& body, std::int32_t count, GatherRow& row);
  /// Acceleration and jerk by the rows that `slots` name.
  void (*sum)(const GatherView& view, const Slot* slots, std::size_t count, const GatherTarget& target, PairSums& sums);
};

}  // namespace tucana::cpu
