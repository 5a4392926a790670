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

ClusterScale cluster_scale(const NeighbourBodies& bodies, double mean_mass) {
  const std::vector<Slot> all = bodies.slots.bodies();
  const auto n = static_cast<double>(all.size());
  ClusterScale scale;
  for (const Slot slot : all) scale.centre += (1 / n) * bodies.row[index(slot)].x;
  std::vector<double> distance(all.size());
  for (std::size_t k = 0; k < all.size(); ++k) distance[k] = norm(bodies.row[index(all[k])].x - scale.centre);
  const auto middle = distance.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
  std::nth_element(distance.begin(), middle, distance.end());
  if (*middle > 0) {
    scale.mean_density = n / 2 / (*middle * *middle * *middle);
    scale.depth = n * mean_mass / *middle;
  }
  return scale;
}

}  // namespace tucana
