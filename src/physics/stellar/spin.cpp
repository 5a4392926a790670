#include "tucana/physics/stellar/spin.h"

#include <algorithm>
#include <cmath>

namespace tucana::stellar {
namespace {

/// Stars cooler than this have deep convective envelopes (Belczynski et al. 2008, ApJS 174, 223: log T = 3.73).
constexpr double convective_temperature = 5370;
/// Fully convective stars do not brake magnetically.
constexpr double least_braking_mass = 0.35;

/// Relative loss of spin per year and per square of the spin by magnetic braking (eq. 111).
double braking(const Star& star) {
  if (star.mass <= least_braking_mass || is_remnant(star.type)) return 0;
  const double r3 = star.radius * star.radius * star.radius;
  return 5.83e-16 * convective_envelope(star) * r3 / (star.mass * moment_of_inertia(star));
}

}  // namespace

double initial_spin(double mass, double radius) {
  const double speed = 330 * std::pow(mass, 3.3) / (15 + std::pow(mass, 3.45));
  return 45.35 * speed / radius;
}

double moment_of_inertia(const Star& star) {
  return 0.1 * (star.mass - star.core_mass) * star.radius * star.radius +
         0.21 * star.core_mass * star.core_radius * star.core_radius;
}

double convective_envelope(const Star& star) {
  if (is_main_sequence(star.type)) {
    if (star.mass < least_braking_mass) return star.mass;
    const double depth = std::max(0.0, (1.25 - star.mass) / 0.9);
    return 0.35 * depth * depth;
  }
  if (is_remnant(star.type) || is_naked_helium(star.type)) return 0;
  return star.temperature() < convective_temperature ? star.mass - star.core_mass : 0;
}

double spin_after(const Star& start, const Star& end, double h) {
  const double before = moment_of_inertia(start), after = moment_of_inertia(end);
  if (before <= 0 || after <= 0) return start.spin;
  constexpr double years_per_myr = 1e6;
  // A shell that leaves carries two thirds of m R^2.
  const double lost_inertia = 2.0 / 3 * (start.mass - end.mass) * start.radius * start.radius;
  const double spin = start.spin * before / after * std::exp(-lost_inertia / before);
  const double coefficient = (braking(start) + braking(end)) / 2;
  return spin / std::sqrt(1 + 2 * coefficient * spin * spin * h * years_per_myr);
}

}  // namespace tucana::stellar
