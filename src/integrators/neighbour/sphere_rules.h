#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace tucana {

/// How many neighbours suit so many bodies. (Power by measurement: docs/performance.md.)
inline std::size_t usual_neighbours(std::size_t bodies) {
  return static_cast<std::size_t>(std::pow(static_cast<double>(bodies), 0.42));
}

/// Bodies of so many mean masses are on all lists.
inline constexpr double heavy_ratio = 100;

/// A change of the force by this part of it shortens the step.
inline constexpr double strong_change = 0.01;

/// A heavy body turns many others from their ways: its neighbours grow as the square root of its mass, up to tenfold.
inline std::size_t neighbours_of_mass(std::size_t usual, double mass_over_mean) {
  const double factor = mass_over_mean > 1 ? std::min(std::sqrt(mass_over_mean), 10.0) : 1;
  return static_cast<std::size_t>(static_cast<double>(usual) * factor);
}

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
