#pragma once

#include <cmath>
#include <vector>

#include "tucana/core/archive.h"
#include "tucana/core/frame.h"

namespace tucana {

/// Properties of the whole cluster that spheres, passages, close encounters and limits on steps depend on. Computed
/// when all bodies are at one time, and kept until the next such time.
struct ClusterScale {
  Vec3 centre;              ///< medians of the positions, which few bodies far away do not move
  double mean_density = 0;  ///< half of all bodies over the cube of the radius of the sphere that holds them
  double depth = 0;         ///< all mass over that radius
  double max_speed = 0;     ///< of a body, relative to the frame
  bool is_cluster = false;  ///< there are more bodies than a few, which interact with each other all the time

  /// The square of the velocities with which bodies meet; zero if there is no cluster.
  double speed2() const { return is_cluster ? depth / 2 : 0; }
  double typical_speed() const { return std::sqrt(depth / 2); }
  void describe(Archive& archive);
};

ClusterScale cluster_scale(const std::vector<PhasePoint>& bodies, double mean_mass);

}  // namespace tucana
