#include "tucana/analysis/energy.h"

#include <cmath>

#include "tucana/core/compensated_sum.h"
#include "tucana/gravity/potential_energy.h"

namespace tucana {

double Energies::virial_ratio() const { return potential == 0 ? 0 : kinetic / std::abs(potential); }

Energies energies(const Stars& stars, const PairLaw& law, ForceEngine& engine) {
  return {kinetic_energy(stars), potential_energy(stars, law, engine)};
}

double external_energy(const Stars& stars, const ExternalField& field, double time) {
  CompensatedSum sum;
  for (std::size_t i = 0; i < stars.size(); ++i) sum.add(stars.mass[i] * field.potential(time, stars.position[i]));
  return sum.value();
}

Vec3 angular_momentum(const Stars& stars) {
  CompensatedVec3Sum sum;
  for (std::size_t i = 0; i < stars.size(); ++i) {
    sum.add(stars.mass[i] * cross(stars.position[i], stars.velocity[i]));
  }
  return sum.value();
}

CentreOfMass centre_of_mass(const Stars& stars) {
  if (stars.size() == 0) return {};
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
