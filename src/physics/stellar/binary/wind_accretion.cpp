#include "tucana/physics/stellar/binary/wind_accretion.h"

#include <algorithm>
#include <cmath>

#include "tucana/physics/stellar/binary/binary_units.h"

namespace tucana::stellar {

double caught_wind(const WindAccretionOptions& options, const Star& donor, double companion_mass,
                   double semi_major_axis, double eccentricity) {
  const double wind2 = 2 * options.speed * pair_gravity * donor.mass / donor.radius;
  const double orbit2 = pair_gravity * (donor.mass + companion_mass) / semi_major_axis;
  const double bondi = pair_gravity * companion_mass / wind2;  // a radius
  const double part = bondi * bondi * options.efficiency / (2 * semi_major_axis * semi_major_axis) /
                      std::pow(1 + orbit2 / wind2, 1.5) / std::sqrt(1 - eccentricity * eccentricity);
  return std::min(part, options.largest_part);
}

WindOrbit after_wind(const WindOrbit& orbit, double donor_mass, double companion_mass, double lost, double caught) {
  const double total = donor_mass + companion_mass, e2 = orbit.eccentricity * orbit.eccentricity;
  const double drag = ((2 - e2) / companion_mass + (1 + e2) / total) / (1 - e2);
  return {orbit.semi_major_axis * total / (total - lost) * std::exp(-drag * caught),
          orbit.eccentricity * std::exp(-caught * (1 / total + 1 / (2 * companion_mass)))};
}

}  // namespace tucana::stellar
