#include "tucana/physics/galaxy/friction.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tucana::galaxy {

double density_of(const ExternalField& field, double time, const Vec3& x) {
  // Differences of second order: truncation and rounding both are some 1e-8 of the acceleration over the distance.
  const double h = 1e-4 * norm(x);
  if (!(h > 0)) return 0;
  const auto slope = [&](const Vec3& along, double Vec3::*component) {
    const Vec3 up = field.acceleration(time, x + h * along), down = field.acceleration(time, x - h * along);
    return (up.*component - down.*component) / (2 * h);
  };
  const double divergence = slope({1, 0, 0}, &Vec3::x) + slope({0, 1, 0}, &Vec3::y) + slope({0, 0, 1}, &Vec3::z);
  // In the empty space around a point mass the terms cancel to 1e-7 of each.
  const double noise = 1e-6 * norm(field.acceleration(time, x)) / norm(x);
  return -divergence > noise ? -divergence / (4 * std::numbers::pi) : 0;
}

Vec3 DynamicalFriction::acceleration(const ExternalField& field, double time, const PhasePoint& cluster) const {
  const auto& [x, v] = cluster;
  const double speed = norm(v), circular2 = -dot(x, field.acceleration(time, x));
  if (!(mass > 0 && speed > 0 && circular2 > 0)) return {};
  const double density = density_of(field, time, x);
  if (!(density > 0)) return {};
  const double lambda = norm(x) * speed * speed / mass;
  const double logarithm = coulomb_logarithm > 0 ? coulomb_logarithm : std::log1p(lambda * lambda) / 2;
  const double ratio = speed / std::sqrt(circular2);  // sqrt(2) sigma is the circular speed
  const double slower = std::erf(ratio) - 2 * ratio / std::sqrt(std::numbers::pi) * std::exp(-ratio * ratio);
  return (-4 * std::numbers::pi * mass * density * logarithm * slower / (speed * speed * speed)) * v;
}

}  // namespace tucana::galaxy
