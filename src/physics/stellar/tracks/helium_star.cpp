#include "tucana/physics/stellar/tracks/helium_star.h"

#include <algorithm>
#include <cmath>

namespace tucana::stellar::helium_star {
double zero_age_luminosity(double m) {
  return 15262 * std::pow(m, 10.25) / (std::pow(m, 9) + 29.54 * std::pow(m, 7.5) + 31.18 * std::pow(m, 6) + 0.0469);
}

double zero_age_radius(double m) { return 0.2391 * std::pow(m, 4.6) / (m * m * m * m + 0.162 * m * m * m + 0.0065); }

double main_sequence_lifetime(double m) {
  const double m2 = m * m, m4 = m2 * m2;
  return (0.4129 + 18.81 * m4 + 1.853 * m4 * m2) / std::pow(m, 6.5);
}

double main_sequence_luminosity(double m, double fraction) {
  const double alpha = std::max(0.0, 0.85 - 0.08 * m);
  return zero_age_luminosity(m) * (1 + 0.45 * fraction + alpha * fraction * fraction);
}

double main_sequence_radius(double m, double fraction) {
  const double beta = std::max(0.0, 0.4 - 0.22 * std::log10(m));
  return zero_age_radius(m) * (1 + beta * (fraction - std::pow(fraction, 6)));
}

double gap_radius(double m, double luminosity, double terminal_luminosity) {
  const double lambda = 2e-3 * std::pow(m, 2.5) / (2 + std::pow(m, 5));
  return zero_age_radius(m) * std::pow(luminosity / terminal_luminosity, 0.2) +
         0.02 * (std::exp(lambda * luminosity) - std::exp(lambda * terminal_luminosity));
}

double giant_radius(double luminosity) { return 0.08 * std::pow(luminosity, 0.75); }

double largest_core(double m) {
  const double limit = std::min(m, 1.45 * m - 0.31);
  return limit > 0 ? limit : m;
}

ShellBurning::ShellBurning(double m)
    : start(main_sequence_lifetime(m)),
      terminal_luminosity(main_sequence_luminosity(m, 1)),
      relation(CoreRelation::of_helium_giant(m)),
      growth(relation, helium_rate, start, relation.core_mass(terminal_luminosity)) {}

Structure main_sequence(double track_mass, double mass, double fraction) {
  return {main_sequence_luminosity(track_mass, fraction), main_sequence_radius(mass, fraction), 0, 0, 0};
}

Structure shell_burning(const ShellBurning& burning, double mass, double age) {
  const double core_mass = burning.growth.core_mass(age);
  const double luminosity = burning.relation.luminosity(core_mass);
  const double radius = std::min(gap_radius(mass, luminosity, burning.terminal_luminosity), giant_radius(luminosity));
  return {luminosity, radius, core_mass, core_mass, 0};
}

}  // namespace tucana::stellar::helium_star
