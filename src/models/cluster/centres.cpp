#include "tucana/models/cluster/centres.h"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "tucana/core/compensated_sum.h"
#include "tucana/core/error.h"
#include "tucana/core/for_each_index.h"
#include "tucana/core/star_sums.h"
#include "tucana/models/cluster/fractal.h"
#include "tucana/models/cluster/segregation.h"

namespace tucana {
namespace {

/// The velocity of solid rotation with angular speed 1 about the z axis.
Vec3 rotating(const Vec3& x) { return {-x.y, x.x, 0}; }

}  // namespace

StarsBuffer draw_centres(const ClusterProfileOptions& options, double segregation, std::span<const double> masses,
                         std::uint64_t seed, Workers& workers) {
  if (!(segregation >= 0 && segregation <= 1)) {
    throw InputError(fmt::format("mass segregation {:g} is not between 0 and 1", segregation));
  }
  const std::size_t n = masses.size();
  StarsBuffer centres;
  centres.resize(n);
  centres.number_from_one();
  centres.mass.assign(masses.begin(), masses.end());
  const auto put = [&](std::size_t i, const CentreState& state) {
    centres.position[i] = state.position;
    centres.velocity[i] = state.velocity;
  };
  if (options.kind == ClusterProfileKind::fractal) {
    if (segregation > 0) {
      throw InputError("mass segregation needs a profile in equilibrium, which a fractal is not; leave one out");
    }
    const auto states = draw_fractal(n, options.fractal_dimension, seed);
    for (std::size_t i = 0; i < n; ++i) put(i, states[i]);
    return centres;
  }
  const auto profile = make_cluster_profile(options);
  std::vector<std::uint64_t> orbit;
  if (segregation > 0) orbit = segregated_orbits(*profile, masses, segregation, seed, workers);
  for_each_index(workers, n, [&](std::size_t i) { put(i, profile->draw(seed, orbit.empty() ? i : orbit[i])); });
  return centres;
}

void set_rotation(StarsBuffer& stars, double part) {
  const double kinetic = kinetic_energy(stars.view());
  CompensatedSum spin, inertia;
  for (std::size_t i = 0; i < stars.size(); ++i) {
    const Vec3 w = rotating(stars.position[i]);
    spin.add(stars.mass[i] * dot(w, stars.velocity[i]));
    inertia.add(stars.mass[i] * norm2(w));
  }
  if (!(inertia.value() > 0 && kinetic > 0)) return;
  const double by_chance = spin.value() / inertia.value();
  for (std::size_t i = 0; i < stars.size(); ++i) stars.velocity[i] -= by_chance * rotating(stars.position[i]);
  // What is left has no angular momentum about the axis, so that the kinetic energies of both parts add up.
  const double rest = kinetic_energy(stars.view());
  const double factor = rest > 0 ? std::sqrt((1 - part) * kinetic / rest) : 0;
  const double angular_speed = std::sqrt(2 * part * kinetic / inertia.value());
  for (std::size_t i = 0; i < stars.size(); ++i) {
    stars.velocity[i] = factor * stars.velocity[i] + angular_speed * rotating(stars.position[i]);
  }
}

}  // namespace tucana
