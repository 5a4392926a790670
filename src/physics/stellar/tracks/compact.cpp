#include "tucana/physics/stellar/tracks/compact.h"

#include <algorithm>
#include <cmath>

#include "tucana/physics/stellar/tracks/structure.h"

namespace tucana::stellar {

double white_dwarf_luminosity(WhiteDwarfCooling cooling, double mass, double z, double baryons, double age) {
  const double scale = mass * std::pow(z, 0.4), cooling_age = baryons * (age + 0.1);
  if (cooling == WhiteDwarfCooling::mestel) return 635 * scale / std::pow(cooling_age, 1.4);
  constexpr double crystal_age = 9000;
  if (age < crystal_age) return 300 * scale / std::pow(cooling_age, 1.18);
  return 300 * scale * std::pow((crystal_age + 0.1) * baryons, 5.3) / std::pow(cooling_age, 6.48);
}

double white_dwarf_radius(double mass) {
  const double ratio = std::pow(chandrasekhar_mass / mass, 2.0 / 3);
  // At least the radius of a neutron star.
  const double smallest = (neutron_star_radius / 0.0115) * (neutron_star_radius / 0.0115);
  return std::min(0.1, 0.0115 * std::sqrt(std::max(smallest, ratio - 1 / ratio)));
}

double neutron_star_luminosity(double mass, double age) {
  const double t = std::max(age, 0.1);
  return 0.02 * std::pow(mass, 0.67) / (t * t);
}

double black_hole_radius(double mass) { return 4.24e-6 * mass; }

}  // namespace tucana::stellar
