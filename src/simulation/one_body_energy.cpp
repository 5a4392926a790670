#include "tucana/simulation/one_body_energy.h"

#include <unordered_map>

namespace tucana {

EnergyChange one_body_energy_change(const ChangeSet& set, const Stars& before,
                                    FunctionRef<double(const BodyAt&)> energy) {
  std::unordered_map<std::int64_t, BodyAt> stars;
  for (std::size_t i = 0; i < before.size(); ++i)
    stars.emplace(value(before.id[i]), BodyAt{before.mass[i], before.position[i], before.velocity[i]});
  EnergyChange change;
  for (const ChangeSet::NewOrbit& orbit : set.orbits) {
    BodyAt &first = stars.at(value(orbit.first)), &second = stars.at(value(orbit.second));
    change.orbit -= energy(first) + energy(second);
    const BodyAt centre = merged(first, second, orbit.first_mass + orbit.second_mass);
    const double part = centre.mass > 0 ? orbit.second_mass / centre.mass : 0.5;
    first = {orbit.first_mass, centre.x + part * orbit.position, centre.v + part * orbit.velocity};
    second = {orbit.second_mass, centre.x - (1 - part) * orbit.position, centre.v - (1 - part) * orbit.velocity};
    change.orbit += energy(first) + energy(second);
  }
  for (const auto& [id, mass] : set.masses) {
    BodyAt& star = stars.at(value(id));
    change.mass -= energy(star);
    star.mass = mass;
    change.mass += energy(star);
  }
  for (const auto& [id, velocity_change, position_change] : set.kicks) {
    BodyAt& star = stars.at(value(id));
    change.kick -= energy(star);
    star.v += velocity_change;
    star.x += position_change;
    change.kick += energy(star);
  }
  for (const auto& merger : set.mergers) {
    BodyAt& kept = stars.at(value(merger.kept));
    const BodyAt& lost = stars.at(value(merger.lost));
    change.merger -= energy(kept) + energy(lost);
    kept = merged(kept, lost, merger.mass);
    change.merger += energy(kept);
  }
  for (const StarId id : set.removed) change.removal -= energy(stars.at(value(id)));
  for (std::size_t k = 0; k < set.added.size(); ++k)
    change.addition += energy({set.added.mass[k], set.added.position[k], set.added.velocity[k]});
  return change;
}

}  // namespace tucana
