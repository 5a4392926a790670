#include "tucana/analysis/cluster_core.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "tucana/analysis/energy.h"
#include "tucana/analysis/neighbour_search.h"
#include "tucana/core/compensated_sum.h"

namespace tucana {
namespace {

/// The longest side of the box around the stars.
double extent(const Stars& stars) {
  if (stars.size() == 0) return 0;
  Vec3 low = stars.position[0], high = low;
  for (const Vec3& x : stars.position) {
    low = {std::min(low.x, x.x), std::min(low.y, x.y), std::min(low.z, x.z)};
    high = {std::max(high.x, x.x), std::max(high.y, x.y), std::max(high.z, x.z)};
  }
  const Vec3 side = high - low;
  return std::max({side.x, side.y, side.z});
}

std::size_t count_within(const Stars& stars, const Vec3& centre, double radius) {
  return static_cast<std::size_t>(std::count_if(stars.position.begin(), stars.position.end(),
                                                [&](const Vec3& x) { return norm(x - centre) <= radius; }));
}

}  // namespace

std::vector<double> local_densities(const Stars& stars, Workers& workers) {
  std::vector<double> density(stars.size(), 0.0);
  const double smallest_radius = 1e-10 * extent(stars);
  if (smallest_radius == 0) return density;
  const Neighbours neighbours = nearest_neighbours(stars.position, density_neighbours, workers);
  const auto estimate = [&](std::size_t i) {
    const auto near = neighbours.of(i);
    const double radius = std::max(std::sqrt(near.back().distance2), smallest_radius);
    double mass = 0;
    for (const Neighbour& n : near.first(near.size() - 1)) mass += stars.mass[n.index];
    density[i] =
        std::min(mass / (4 * std::numbers::pi / 3 * radius * radius * radius), std::numeric_limits<double>::max());
    if (mass == 0) density[i] = 0;
  };
  constexpr std::size_t unit_stars = 4096;
  workers.run((stars.size() + unit_stars - 1) / unit_stars, [&](std::size_t unit, int) {
    const std::size_t end = std::min((unit + 1) * unit_stars, stars.size());
    for (std::size_t i = unit * unit_stars; i < end; ++i) estimate(i);
  });
  return density;
}

ClusterCore find_core(const Stars& stars, Workers& workers) {
  const std::vector<double> density = local_densities(stars, workers);
  const double largest = density.empty() ? 0 : *std::max_element(density.begin(), density.end());
  ClusterCore core;
  if (largest == 0) {
    core.density_centre = centre_of_mass(stars).position;
    core.core_count = count_within(stars, core.density_centre, 0);
    return core;
  }
  // Weights relative to the largest density: no square can overflow.
  CompensatedSum weight, weight2;
  CompensatedVec3Sum position;
  const Vec3 origin = stars.position[0];  // a cluster far from the origin loses no digits
  for (std::size_t i = 0; i < stars.size(); ++i) {
    const double w = density[i] / largest;
    weight.add(w);
    weight2.add(w * w);
    position.add(w * (stars.position[i] - origin));
  }
  core.density_centre = origin + position.value() * (1 / weight.value());
  CompensatedSum first_moment, second_moment;
  for (std::size_t i = 0; i < stars.size(); ++i) {
    const double w = density[i] / largest, r = norm(stars.position[i] - core.density_centre);
    first_moment.add(w * r);
    second_moment.add(w * r * (w * r));
  }
  core.density_radius = first_moment.value() / weight.value();
  core.core_radius = std::sqrt(second_moment.value() / weight2.value());
  core.core_density = largest * (weight2.value() / weight.value());
  core.core_count = count_within(stars, core.density_centre, core.core_radius);
  return core;
}

}  // namespace tucana
