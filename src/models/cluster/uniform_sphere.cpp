#include "tucana/models/cluster/uniform_sphere.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tucana/core/random.h"

namespace tucana {

CentreState UniformSphere::draw(std::uint64_t seed, std::uint64_t i) const {
  RandomStream place(seed, RandomUse::model_position, i), motion(seed, RandomUse::model_velocity, i);
  const double r = std::cbrt(place.uniform());
  const Vec3 outwards = place.direction();
  // A point on the sphere in four dimensions: two circles that share the radius 1 (Shoemake 1992).
  const double share = motion.uniform();
  const double first = 2 * std::numbers::pi * motion.uniform(), second = 2 * std::numbers::pi * motion.uniform();
  const double radial = std::sqrt(1 - share) * std::cos(first) * std::sqrt((1 - r) * (1 + r));
  const double east = std::sqrt(share) * std::cos(second), north = std::sqrt(share) * std::sin(second);
  // Two directions across: from the coordinate axis that is farthest from `outwards`.
  const Vec3 size{std::abs(outwards.x), std::abs(outwards.y), std::abs(outwards.z)};
  const double least = std::min({size.x, size.y, size.z});
  const Vec3 axis = least == size.x ? Vec3{1, 0, 0} : least == size.y ? Vec3{0, 1, 0} : Vec3{0, 0, 1};
  Vec3 across = cross(axis, outwards);
  across *= 1 / norm(across);
  return {outwards * r, outwards * radial + across * east + cross(outwards, across) * north};
}

double UniformSphere::potential(double r) const { return r < 1 ? -(3 - r * r) / 2 : -1 / r; }

double UniformSphere::mass_within(double r) const { return r < 1 ? r * r * r : 1; }

}  // namespace tucana
