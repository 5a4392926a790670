#include "tucana/core/star_sums.h"

#include "tucana/core/compensated_sum.h"

namespace tucana {

double total_mass(const Stars& stars) {
  CompensatedSum sum;
  for (const double m : stars.mass) sum.add(m);
  return sum.value();
}

double kinetic_energy(const Stars& stars) {
  CompensatedSum sum;
  for (std::size_t i = 0; i < stars.size(); ++i) sum.add(0.5 * stars.mass[i] * norm2(stars.velocity[i]));
  return sum.value();
}

}  // namespace tucana
