#pragma once

#include <vector>

#include "tucana/core/archive.h"
#include "tucana/core/stars.h"
#include "tucana/core/tick.h"

namespace tucana {

/// Acceleration and jerk by one part of the sources.
struct PartialForce {
  Vec3 a, j;
};

/// The state of the bodies of the neighbour scheme, one row a slot. Places are those of the last irregular step; the
/// irregular force is that of the neighbours in `list` at that time, the regular one that of all others at
/// `regular_time`, which is not later.
struct NeighbourColumns {
  std::vector<StarId> id;
  std::vector<double> mass, radius;
  std::vector<Vec3> x, v;
  std::vector<Vec3> irregular_a, irregular_j, regular_a, regular_j;
  std::vector<Tick> time, regular_time;
  std::vector<Level> regular_level;
  std::vector<double> sphere;  ///< radius of the neighbour sphere
  std::vector<std::vector<Slot>> list;

  std::size_t size() const { return id.size(); }
  /// Acceleration and jerk of all sources at the body's own time: the regular part goes on linearly
  /// (NUMERICS.md section 3).
  PartialForce total(std::size_t i) const {
    const double s = (time[i] - regular_time[i]).units();
    return {irregular_a[i] + regular_a[i] + s * regular_j[i], irregular_j[i] + regular_j[i]};
  }

  /// All bodies at tick 0, without forces yet.
  void take(const Stars& stars);
  void describe(Archive& archive);
};

}  // namespace tucana
