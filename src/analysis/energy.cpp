#include "tucana/analysis/energy.h"

#include <cmath>
#include <vector>

#include "tucana/core/compensated_sum.h"
#include "tucana/gravity/potential_energy.h"

namespace tucana {

double Energies::virial_ratio() const {
  const double between = potential - inner_potential;
  return between == 0 ? 0 : (kinetic - inner_kinetic) / std::abs(between);
}

Energies energies(const Stars& stars, const PairLaw& law, ForceEngine& engine) {
  Energies sum{kinetic_energy(stars), potential_energy(stars, law, engine)};
  sum.inner_kinetic = inner_kinetic_energy(stars);
  sum.inner_potential = inner_potential_energy(stars, law);
  return sum;
}

double external_energy(const Stars& stars, const ExternalField& field, double time) {
  CompensatedSum sum;
  std::vector<double> potential(stars.size());
  field.potential_all(time, stars.position, potential);
  for (std::size_t i = 0; i < stars.size(); ++i) sum.add(stars.mass[i] * potential[i]);
  return sum.value();
}

Vec3 angular_momentum(const Stars& stars) {
  CompensatedVec3Sum sum;
  if (!stars.systems.empty()) {
    for (const SystemMember& member : stars.system_members)
      sum.add(stars.mass[member.row] * cross(member.position, member.velocity));
    return angular_momentum(with_systems_as_bodies(stars).view()) + sum.value();
  }
  for (std::size_t i = 0; i < stars.size(); ++i) {
    sum.add(stars.mass[i] * cross(stars.position[i], stars.velocity[i]));
  }
  return sum.value();
}

CentreOfMass centre_of_mass(const Stars& stars) {
  if (stars.size() == 0) return {};
  if (!stars.systems.empty()) return centre_of_mass(with_systems_as_bodies(stars).view());
  const double mass = total_mass(stars);
  const bool massive = mass > 0;
  CompensatedVec3Sum position, velocity;
  for (std::size_t i = 0; i < stars.size(); ++i) {
    const double weight = massive ? stars.mass[i] : 1;
    position.add(weight * stars.position[i]);
    velocity.add(weight * stars.velocity[i]);
  }
  const double total = massive ? mass : static_cast<double>(stars.size());
  return {position.value() * (1 / total), velocity.value() * (1 / total)};
}

}  // namespace tucana
