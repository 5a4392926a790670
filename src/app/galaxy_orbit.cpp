#include "tucana/app/galaxy_orbit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string_view>

#include "tucana/core/error.h"
#include "tucana/core/star_sums.h"
#include "tucana/gravity/make_engine.h"
#include "tucana/models/interaction_energy.h"
#include "tucana/parallel/thread_pool.h"
#include "tucana/tree/tree_engine.h"

namespace tucana::app {
namespace {

/// Above so many pairs a tree finds the energy between the galaxies, to 1e-4 and in seconds.
constexpr double max_direct_pairs = 1e9;

std::unique_ptr<ForceEngine> engine_for(double pairs, Workers& workers) {
  if (pairs <= max_direct_pairs) return make_engine({}, workers);
  TreeOptions tree;
  tree.criterion = OpeningCriterion::angle;
  tree.accuracy = 0.5;
  return make_tree_engine(tree, "best", workers);
}

}  // namespace

double mutual_potential(const StarsBuffer& first, const StarsBuffer& second, const Vec3& place, double softening) {
  const double first_mass = total_mass(first.view()), second_mass = total_mass(second.view());
  const double reduced = first_mass * second_mass / (first_mass + second_mass);
  if (!(reduced > 0)) return -(first_mass + second_mass) / norm(place);  // one of them is made of tracers
  ThreadPool workers(0);
  const auto engine = engine_for(static_cast<double>(first.size()) * static_cast<double>(second.size()), workers);
  const PairLaw law{softening * softening};
  const double energy = interaction_energy(first.view(), second.view(), place, law, *engine);
  if (!std::isfinite(energy)) {
    throw InputError("a body of A and one of B would stand at the same place; give --softening");
  }
  return energy / reduced;
}

double end_time_of(const GalaxyOrbit& orbit, double mass) {
  const double fall = std::sqrt(std::pow(norm(orbit.state.position), 3) / mass);
  return std::clamp(std::exp2(std::ceil(std::log2(4 * fall))), 0x1p-20, 0x1p14);
}

void print_orbit(const GalaxyOrbit& orbit, const UnitScale& units, double mass) {
  // Clusters have units of some parsecs.
  const bool in_pc = units.length_pc < 100;
  const double length = in_pc ? units.length_pc : units.length_pc / 1e3, kms = units.velocity_kms();
  const std::string_view unit = in_pc ? "pc" : "kpc";
  const double separation = norm(orbit.state.position);
  fmt::print("  {:<12} {:.6g} {} apart, {:.6g} km/s", "orbit", separation * length, unit,
             norm(orbit.state.velocity) * kms);
  if (!(separation > 0)) return fmt::print("\n");
  const OrbitFigures figures = orbit_of(orbit.state, mass, orbit.potential);
  fmt::print("; as points with this energy: eccentricity {:.4g}, pericentre {:.4g} {}\n", figures.eccentricity,
             figures.pericentre * length, unit);
  const double share = -orbit.potential * separation / mass;
  if (orbit.as_points) {
    fmt::print("  {:<12} taken for points, as --as-points asks: where haloes overlap they are less bound\n", "");
  } else {
    fmt::print("  {:<12} their potential energy is {:.4g} of that of two points so far apart\n", "", share);
  }
}

}  // namespace tucana::app
