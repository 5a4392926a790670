#include "tucana/fewbody/perturbers.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tucana {

double perturber_distance(const TidalTarget& target, double mass) {
  return std::cbrt(2 * mass / (target.mass * target.gamma_min)) * target.extent;
}

double perturber_sphere(const TidalTarget& target, double largest_mass, double largest_speed, double dt) {
  return perturber_distance(target, largest_mass) + largest_speed * dt;
}

std::vector<std::uint32_t> select_perturbers(const TidalTarget& target, std::span<const double> masses,
                                             std::span<const Vec3> relative) {
  std::vector<std::uint32_t> selected;
  // 2 m R^3/(mass gamma) > r^3, without roots for those that are far away.
  const double factor = 2 / (target.mass * target.gamma_min) * target.extent * target.extent * target.extent;
  for (std::size_t j = 0; j < masses.size(); ++j) {
    const double r2 = norm2(relative[j]);
    if (r2 * std::sqrt(r2) < factor * masses[j]) selected.push_back(static_cast<std::uint32_t>(j));
  }
  return selected;
}

double time_to_perturb(const TidalTarget& target, double mass, const PhasePoint& relative, double other_acceleration) {
  const double r = norm(relative.x), limit = perturber_distance(target, mass), gap = r - limit;
  if (!(gap > 0)) return 0;
  if (limit == 0) return std::numeric_limits<double>::infinity();
  const double inward = std::max(0.0, -dot(relative.x, relative.v) / r);
  const double fall = (target.mass + mass) / (limit * limit) + other_acceleration;
  // The root of inward t + fall t^2/2 = gap; the motion across the line of sight only increases the distance.
  return 2 * gap / (inward + std::sqrt(inward * inward + 2 * fall * gap));
}

}  // namespace tucana
