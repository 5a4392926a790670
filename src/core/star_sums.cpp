#include "tucana/core/star_sums.h"

#include "tucana/core/compensated_sum.h"

namespace tucana {

double total_mass(const Stars& stars) {
  CompensatedSum sum;
  for (const double m : stars.mass) sum.add(m);
  return sum.value();
}

double inner_kinetic_energy(const Stars& stars) {
  CompensatedSum sum;
  for (const SystemMember& member : stars.system_members)
    sum.add(0.5 * stars.mass[member.row] * norm2(member.velocity));
  return sum.value();
}

double kinetic_energy(const Stars& stars) {
  if (!stars.systems.empty()) {
    return kinetic_energy(with_systems_as_bodies(stars).view()) + inner_kinetic_energy(stars);
  }
  CompensatedSum sum;
  for (std::size_t i = 0; i < stars.size(); ++i) sum.add(0.5 * stars.mass[i] * norm2(stars.velocity[i]));
  return sum.value();
}

}  // namespace tucana
