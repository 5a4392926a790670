#pragma once

#include <cstddef>
#include <cstdint>

#include "tucana/core/ids.h"
#include "tucana/core/tick.h"
#include "tucana/gravity/partial_force.h"

namespace tucana::cpu {

/// A body at its own time, in the arithmetic of Precision::two_float: all that a pair needs in one cache line,
/// prediction included, since memory is what a sum over a list waits for. Quarters, so that one 128-bit load brings
/// three axes. The fourth lanes hold the mass, the time (the bits of an integer that goes round and round), and the
/// jerk, of which 8 leading bits are kept: what is cut off moves a source by some per cent of the error that its
/// prediction has anyway (docs/theory/ahmad_cohen.md).
struct alignas(64) GatherRow {
  float high[4];      ///< leading parts of x, y, z; the mass
  float low[4];       ///< the rests of x, y, z; the time
  float velocity[4];  ///< the fourth: a sixth of the jerk along y and x, upper halves of their floats
  float half_a[4];    ///< half the acceleration; the fourth: a sixth of the jerk along z
};

/// One that feels a sum, and how.
struct alignas(16) GatherTarget {
  float high[4];  ///< fourth lanes are zero: rows keep their masses when they are subtracted
  float low[4];
  float velocity[4];
  float rest[4];       ///< of the time, in time units
  std::int32_t count;  ///< of time, as rows have it
  float unit;          ///< of the count, in time units
  float eps2;
};

/// The inner loop of one SIMD level.
struct GatherKernels {
  /// Sums over the rows that `slots` name, predicted to the target's time; `parked` is a row without mass, for the
  /// lanes that are left over.
  PartialForce (*sum)(const GatherRow* rows, const Slot* slots, std::size_t count, Slot parked,
                      const GatherTarget& target);
};

}  // namespace tucana::cpu
