#include "tucana/integrators/cluster_scale.h"

#include <algorithm>

#include "tucana/core/check_loaded.h"

namespace tucana {

void ClusterScale::describe(Archive& archive) {
  const Archive::Group group(archive, "cluster");
  archive.field("centre", centre);
  archive.field("mean_density", mean_density);
  archive.field("depth", depth);
  archive.field("max_speed", max_speed);
  archive.field("is_cluster", is_cluster);
  check_loaded(is_finite(centre) && std::isfinite(mean_density) && std::isfinite(depth) && std::isfinite(max_speed),
               "the cluster has no size");
}

ClusterScale cluster_scale(const std::vector<PhasePoint>& bodies, double mean_mass) {
  ClusterScale scale;
  if (bodies.empty()) return scale;
  const auto n = static_cast<double>(bodies.size());
  constexpr std::size_t few = 6;
  scale.is_cluster = bodies.size() > few;
  std::vector<double> values(bodies.size());
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  const auto upper_median = [&](const auto& value) {
    std::ranges::transform(bodies, values.begin(), value);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
  };
  // Of an even number the mean of the middle two: symmetric arrangements have their centre where it should be.
  const auto median = [&](const auto& value) {
    const double upper = upper_median(value);
    return values.size() % 2 == 1 ? upper : (*std::max_element(values.begin(), middle) + upper) / 2;
  };
  scale.centre.x = median([](const PhasePoint& body) { return body.x.x; });
  scale.centre.y = median([](const PhasePoint& body) { return body.x.y; });
  scale.centre.z = median([](const PhasePoint& body) { return body.x.z; });
  const double half = upper_median([&](const PhasePoint& body) { return norm(body.x - scale.centre); });
  if (half > 0) {
    scale.mean_density = n / 2 / (half * half * half);
    scale.depth = n * mean_mass / half;
  }
  for (const PhasePoint& body : bodies) scale.max_speed = std::max(scale.max_speed, norm(body.v));
  return scale;
}

}  // namespace tucana
