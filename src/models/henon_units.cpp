#include "tucana/models/henon_units.h"

#include <cmath>

#include "tucana/core/compensated_sum.h"
#include "tucana/core/error.h"
#include "tucana/core/star_sums.h"

namespace tucana {
namespace {

/// Subtracts the weighted mean of a column.
void subtract_mean(std::vector<Vec3>& column, const std::vector<double>& mass, double total) {
  CompensatedVec3Sum sum;
  for (std::size_t i = 0; i < column.size(); ++i) sum.add(column[i] * (total > 0 ? mass[i] : 1));
  const Vec3 mean = sum.value() * (1 / (total > 0 ? total : static_cast<double>(column.size())));
  for (Vec3& v : column) v -= mean;
}

}  // namespace

void centre_on_mass(StarsBuffer& stars) {
  if (stars.size() == 0) return;
  const double total = total_mass(stars.view());
  // Twice: the second pass takes away what the rounding of the first mean has left.
  for (int pass = 0; pass < 2; ++pass) {
    subtract_mean(stars.position, stars.mass, total);
    subtract_mean(stars.velocity, stars.mass, total);
  }
  stars.forget_systems();
}

void remove_mean_velocity(StarsBuffer& stars) {
  if (stars.size() == 0) return;
  const double total = total_mass(stars.view());
  for (int pass = 0; pass < 2; ++pass) subtract_mean(stars.velocity, stars.mass, total);
  stars.forget_systems();
}

void scale_to_henon_units(StarsBuffer& stars, double potential) { scale_to_henon_units(stars, potential, 0.5); }

void scale_to_henon_units(StarsBuffer& stars, double potential, double virial_ratio) {
  TUCANA_EXPECT(potential <= 0);
  TUCANA_EXPECT(virial_ratio >= 0 && virial_ratio < 1);
  if (!(potential < 0)) return;
  const double depth = 0.25 / (1 - virial_ratio);  // |V|, of which E = -1/4 and T are left
  const double length = potential / -depth;
  for (Vec3& x : stars.position) x *= length;
  stars.forget_systems();
  const double kinetic = kinetic_energy(stars.view());
  if (!(kinetic > 0)) return;
  const double speed = std::sqrt(virial_ratio * depth / kinetic);
  for (Vec3& v : stars.velocity) v *= speed;
}

}  // namespace tucana
