#include "tucana/analysis/tree_energy.h"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "tucana/analysis/energy.h"
#include "tucana/core/compensated_sum.h"
#include "tucana/core/error.h"
#include "tucana/gravity/potential_energy.h"
#include "tucana/tree/tree_engine.h"

namespace tucana {
namespace {

TreeOptions energy_tree() {
  TreeOptions options;
  options.criterion = OpeningCriterion::angle;
  options.accuracy = 0.5;
  return options;
}

/// The potential at each of the stars, which all have mass.
std::vector<double> potentials(const Stars& stars, const PairLaw& law, Workers& workers) {
  const std::size_t n = stars.size();
  std::vector<Slot> slots;
  slots.reserve(n);
  for (std::size_t i = 0; i < n; ++i) slots.push_back(slot_at(i));
  const std::vector<Tick> now(n);
  const auto engine = make_tree_engine(energy_tree(), "best", workers);
  const auto sources = engine->make_sources();
  sources->resize(n);
  sources->write(slots, {stars.mass, stars.position, stars.velocity, {}, {}, now});
  std::vector<double> potential(n);
  Results results;
  results.potential = potential;
  const Wanted wanted{.acceleration = false, .potential = true, .jerk = false, .looking = true};
  engine->evaluate(*sources, Tick{}, {slots, stars.position, stars.velocity, {}}, law, wanted, results).wait();
  return potential;
}

StarsBuffer massive_stars(const Stars& stars) {
  StarsBuffer massive;
  for (std::size_t i = 0; i < stars.size(); ++i) {
    if (stars.mass[i] == 0) continue;
    massive.id.push_back(stars.id[i]);
    massive.mass.push_back(stars.mass[i]);
    massive.position.push_back(stars.position[i]);
    massive.velocity.push_back(stars.velocity[i]);
    massive.radius.push_back(stars.radius[i]);
  }
  return massive;
}

}  // namespace

Conserved conserved_by_tree(const Stars& stars, const PairLaw& law, Workers& workers) {
  if (!stars.systems.empty()) {
    const double between = conserved_by_tree(with_systems_as_bodies(stars).view(), law, workers).potential;
    return {kinetic_energy(stars), between + inner_potential_energy(stars, law), angular_momentum(stars)};
  }
  const StarsBuffer massive = massive_stars(stars);
  const std::vector<double> potential = potentials(massive.view(), law, workers);
  CompensatedSum sum;
  for (std::size_t i = 0; i < potential.size(); ++i) {
    if (!std::isfinite(potential[i])) {
      throw InputError(
          fmt::format("star {}: the potential is not finite (another star at the same place without softening?); "
                      "move one of them or set gravity.softening",
                      value(massive.id[i])));
    }
    sum.add(massive.mass[i] / 2 * potential[i]);
  }
  return {kinetic_energy(stars), sum.value(), angular_momentum(stars)};
}

}  // namespace tucana
