#pragma once

#include <cstddef>
#include <cstdint>

#include "tucana/core/ids.h"
#include "tucana/core/tick.h"
#include "tucana/gravity/partial_force.h"

namespace tucana::cpu {

/// A body at its own time, in the arithmetic of Precision::two_float. Quarters of a cache line, so that one 128-bit
/// load brings the three axes; the fourth lanes are zero but for the mass.
struct alignas(64) GatherSource {
  float high[4];  ///< leading parts of x, y, z; the mass
  float low[4];   ///< the rests of x, y, z
  float velocity[4];
  std::int64_t time;
  std::int64_t unused;
  float acceleration[4];
  float jerk[4];
};

/// The same body predicted to the time of a block: all that a pair needs in one cache line.
struct alignas(64) GatherRow {
  float high[4];
  float low[4];
  float velocity[4];
};

/// One that feels a sum.
struct GatherTarget {
  float high[4];  ///< the fourth is zero: rows keep their masses when it is subtracted
  float low[4];
  float velocity[4];
};

/// The inner loops of one SIMD level.
struct GatherKernels {
  /// Predicts the rows that `slots` name.
  void (*predict)(const GatherSource* sources, const Slot* slots, std::size_t count, std::int64_t when,
                  GatherRow* rows);
  /// Predicts rows first .. end - 1.
  void (*predict_range)(const GatherSource* sources, std::size_t first, std::size_t end, std::int64_t when,
                        GatherRow* rows);
  /// Sums over the rows that `slots` name; `parked` is a row without mass, for the lanes that are left over.
  PartialForce (*sum)(const GatherRow* rows, const Slot* slots, std::size_t count, Slot parked,
                      const GatherTarget& target, float eps2);
};

}  // namespace tucana::cpu
