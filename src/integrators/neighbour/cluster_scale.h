#pragma once

#include <cmath>

#include "tucana/core/archive.h"
#include "tucana/integrators/neighbour/neighbour_bodies.h"

namespace tucana {

/// Properties of the whole cluster that spheres, passages and limits on steps depend on. Computed when all bodies are
/// at one time, and kept until the next such time.
struct ClusterScale {
  Vec3 centre;              ///< mean of the positions
  double mean_density = 0;  ///< half of all bodies over the cube of the radius of the sphere that holds them
  double depth = 0;         ///< all mass over that radius

  double typical_speed() const { return std::sqrt(depth / 2); }
  void describe(Archive& archive);
};

ClusterScale cluster_scale(const NeighbourBodies& bodies, double mean_mass);

}  // namespace tucana
