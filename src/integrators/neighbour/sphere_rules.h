#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "tucana/integrators/sphere_rule.h"

namespace tucana {

/// Up to this many bodies, all are neighbours. Few bodies form groups, for instance pairs of pairs, and a sphere with
/// two or three members divides such a group: each sum contains one star of a pair, and neither sum is smooth.
inline constexpr std::size_t all_are_neighbours = 32;

/// The default number of neighbours: 24 of 4096, 44 of 16384, 60 of 32768 bodies (docs/theory/ahmad_cohen.md).
inline std::size_t default_neighbours(std::size_t bodies) {
  if (bodies <= all_are_neighbours) return bodies;
  const auto n = static_cast<double>(bodies);
  return static_cast<std::size_t>(std::max(0.62 * std::pow(n, 0.44), std::pow(n, 0.36)));
}

/// A change of a list that moves this fraction of a force from one sum to the other makes it a different force. Typical
/// changes move a few of some tens of neighbours.
inline constexpr double drastic_change = 0.5;

/// A heavy body deflects many others: its number of neighbours grows as the square root of its mass, up to tenfold.
inline std::size_t neighbours_of_mass(std::size_t of_mean, double mass_over_mean) {
  const double factor = mass_over_mean > 1 ? std::min(std::sqrt(mass_over_mean), 10.0) : 1;
  return static_cast<std::size_t>(static_cast<double>(of_mean) * factor);
}

/// The smallest sphere for a regular step of a body that has at most `pair_mass` together with any other. Rules for
/// lists move bodies on straight lines, and a partner that turns around within the step may be anywhere by then. If it
/// left the list, the rounding of its force in the regular sum would be taken for a change of the regular force during
/// the whole step: two bodies in single precision that completed 20 orbits in a step lost a quarter of their energy at
/// once. All bodies within half a sphere are listed whatever their velocities, so half a sphere has to reach as far as
/// the free-fall time is below a fifth of the step. This is small compared with a sphere that has ten neighbours or
/// more.
inline double smallest_sphere(double pair_mass, double regular_step) {
  const double turn = regular_step / 5;
  return 2 * std::cbrt(pair_mass * turn * turn);
}

/// What is known of a sphere after a regular step.
struct SphereInput {
  double radius = 0;
  std::size_t neighbours = 0;
  std::size_t wanted = 0;
  double mean_density = 0;     ///< bodies in a unit volume, over 4 pi / 3, within the half-mass radius
  bool moves_inwards = false;  ///< towards the centre of the cluster
};

/// The number of neighbours by density: `wanted` where it equals that of the half-mass sphere, growing as its square
/// root (Aarseth 2003, eq. 3.2), limited to between a third and five times `wanted`.
inline double number_by_contrast(const SphereInput& sphere) {
  const double density = static_cast<double>(sphere.neighbours) / (sphere.radius * sphere.radius * sphere.radius);
  const auto wanted = static_cast<double>(sphere.wanted);
  return std::clamp(wanted * std::sqrt(density / sphere.mean_density), wanted / 3, 5 * wanted);
}

/// The next radius of a neighbour sphere. Towards a wanted number the volume moves three tenths of the way, by at most
/// a quarter, and small changes are not made (Wang et al. 2015; public codes go a tenth of the way, too little for
/// bodies that fall into a core with long regular steps: they arrive with hundreds of neighbours). By contrast it goes
/// all the way, by at most a factor of two.
inline double next_sphere(SphereRule rule, const SphereInput& sphere) {
  if (sphere.neighbours == 0) return sphere.radius * (sphere.moves_inwards ? 1.1 : 1.5);
  const auto n = static_cast<double>(sphere.neighbours);
  if (rule == SphereRule::contrast && sphere.mean_density > 0)
    return sphere.radius * std::cbrt(std::clamp(number_by_contrast(sphere) / n, 0.5, 2.0));
  const double volume = std::clamp(1 + 0.3 * (static_cast<double>(sphere.wanted) - n) / n, 0.75, 1.25);
  if (std::abs(volume - 1) < 0.009) return sphere.radius;
  return sphere.radius * std::cbrt(volume);
}

}  // namespace tucana
