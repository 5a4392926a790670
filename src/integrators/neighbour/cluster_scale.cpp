#include "tucana/integrators/neighbour/cluster_scale.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "tucana/core/check_loaded.h"

namespace tucana {

void ClusterScale::describe(Archive& archive) {
  const Archive::Group group(archive, "cluster");
  archive.field("centre", centre);
  archive.field("mean_density", mean_density);
  archive.field("depth", depth);
  check_loaded(is_finite(centre) && std::isfinite(mean_density) && std::isfinite(depth), "the cluster has no size");
}

ClusterScale cluster_scale(std::span<const NeighbourBody> bodies, double mean_mass) {
  const auto n = static_cast<double>(bodies.size());
  ClusterScale scale;
  for (const NeighbourBody& body : bodies) scale.centre += (1 / n) * body.x;
  std::vector<double> distance(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) distance[i] = norm(bodies[i].x - scale.centre);
  const auto middle = distance.begin() + static_cast<std::ptrdiff_t>(bodies.size() / 2);
  std::nth_element(distance.begin(), middle, distance.end());
  if (*middle > 0) {
    scale.mean_density = n / 2 / (*middle * *middle * *middle);
    scale.depth = n * mean_mass / *middle;
  }
  return scale;
}

}  // namespace tucana
