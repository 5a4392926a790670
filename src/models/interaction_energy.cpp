#include "tucana/models/interaction_energy.h"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "tucana/core/compensated_sum.h"
#include "tucana/core/error.h"

namespace tucana {
namespace {

/// The bodies that pull. A tree walks for groups of its own rows, so the bodies that are pulled stand among them,
/// without mass.
struct Sources {
  std::vector<double> mass;
  std::vector<Vec3> position, at_rest;
  std::vector<Slot> slot;
  std::vector<Tick> now;

  void add(double m, const Vec3& x) {
    slot.push_back(slot_at(mass.size()));
    mass.push_back(m);
    position.push_back(x);
  }
  void write(SourceSet& rows) {
    at_rest.resize(mass.size());
    now.resize(mass.size());
    rows.resize(mass.size());
    rows.write(slot, {mass, position, at_rest, {}, {}, now});
  }
};

}  // namespace

double interaction_energy(const Stars& first, const Stars& second, const Vec3& shift, const PairLaw& law,
                          ForceEngine& engine) {
  if (first.size() == 0 || second.size() == 0) return 0;
  Sources sources;
  for (std::size_t i = 0; i < first.size(); ++i) sources.add(first.mass[i], first.position[i]);
  std::vector<Vec3> places(second.position.begin(), second.position.end());
  for (Vec3& x : places) x += shift;
  std::vector<Slot> rows_of_targets(second.size(), no_slot);
  if (!engine.sums_all_pairs()) {
    for (std::size_t i = 0; i < second.size(); ++i) {
      sources.add(0, places[i]);
      rows_of_targets[i] = sources.slot.back();
    }
  }
  const auto rows = engine.make_sources();
  sources.write(*rows);

  const std::vector<Vec3> at_rest(second.size());
  std::vector<double> potential(second.size());
  Results results;
  results.potential = potential;
  const Wanted wanted{.acceleration = false, .potential = true, .jerk = false, .looking = true};
  engine.evaluate(*rows, Tick{}, {rows_of_targets, places, at_rest, {}}, law, wanted, results).wait();
  CompensatedSum sum;
  for (std::size_t i = 0; i < potential.size(); ++i) sum.add(second.mass[i] * potential[i]);
  return sum.value();
}

double grouped_potential_energy(const Stars& stars, const PairLaw& law, ForceEngine& engine) {
  Sources sources;
  for (std::size_t i = 0; i < stars.size(); ++i) sources.add(stars.mass[i], stars.position[i]);
  if (stars.size() == 0) return 0;
  const auto rows = engine.make_sources();
  sources.write(*rows);
  std::vector<double> potential(stars.size());
  Results results;
  results.potential = potential;
  const Wanted wanted{.acceleration = false, .potential = true, .jerk = false, .looking = true};
  engine.evaluate(*rows, Tick{}, {sources.slot, sources.position, sources.at_rest, {}}, law, wanted, results).wait();
  CompensatedSum sum;
  for (std::size_t i = 0; i < potential.size(); ++i) {
    if (!std::isfinite(potential[i])) {
      throw InputError(
          fmt::format("star {}: the potential is not finite (another star at the same place?)", value(stars.id[i])));
    }
    sum.add(stars.mass[i] / 2 * potential[i]);
  }
  return sum.value();
}

}  // namespace tucana
