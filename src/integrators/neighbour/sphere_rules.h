#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace tucana {

/// What is known of a sphere after a regular step.
struct SphereInput {
  double radius = 0;
  std::size_t neighbours = 0;
  std::size_t wanted = 0;
  bool moves_inwards = false;  ///< towards the centre of the cluster
};

/// The next radius of a neighbour sphere that should hold a wanted number (Wang et al. 2015, table A1, as public codes
/// do it): the volume moves a tenth of the way, by a quarter at most; small changes are not made.
inline double next_sphere(const SphereInput& sphere) {
  if (sphere.neighbours == 0) return sphere.radius * (sphere.moves_inwards ? 1.1 : 1.5);
  const auto n = static_cast<double>(sphere.neighbours), wanted = static_cast<double>(sphere.wanted);
  const double volume = std::clamp(1 + 0.1 * (wanted - n) / n, 0.75, 1.25);
  if (std::abs(volume - 1) < 0.009) return sphere.radius;
  return sphere.radius * std::cbrt(volume);
}

}  // namespace tucana
