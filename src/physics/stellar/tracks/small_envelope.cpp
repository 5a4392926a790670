#include "tucana/physics/stellar/tracks/small_envelope.h"

#include <algorithm>
#include <cmath>

namespace tucana::stellar {
namespace {

/// s of eq. 101.
double luminosity_exponent(double mass, double mu) {
  const double b = 0.002 * std::max(1.0, 2.5 / mass), ratio = mu / b;
  return (1 + b * b * b) * ratio * ratio * ratio / (1 + ratio * ratio * ratio);
}

/// r of eq. 102.
double radius_exponent(double mass, double mu, double radius, double bare_radius) {
  if (mu <= 0 || radius <= bare_radius) return 0;
  const double c = 0.006 * std::max(1.0, 2.5 / mass), ratio = mu / c;
  const double power = std::min(0.1 / std::log(radius / bare_radius), -14 / std::log10(mu));
  return (1 + c * c * c) * ratio * ratio * ratio * std::pow(mu, power) / (1 + ratio * ratio * ratio);
}

BareCore degenerate(double luminosity, double core) {
  const double radius = white_dwarf_radius(core);
  return {luminosity, radius, 5 * radius};
}

}  // namespace

BareCore bare_core_of_giant(const Landmarks& l, WhiteDwarfCooling cooling, double core) {
  if (!l.flashes)
    return {helium_star::zero_age_luminosity(core), helium_star::zero_age_radius(core),
            helium_star::zero_age_radius(core)};
  return degenerate(white_dwarf_luminosity(cooling, core, l.tracks.metallicity.z, helium_baryons, 0), core);
}

BareCore bare_core_in_helium_burning(double core, double fraction) {
  const double radius = helium_star::main_sequence_radius(core, fraction);
  return {helium_star::main_sequence_luminosity(core, fraction), radius, radius};
}

BareCore bare_core_on_early_agb(const Landmarks& l, const Structure& star, double mass, double age) {
  const double core = star.core_mass;
  const double start_luminosity = helium_star::main_sequence_luminosity(core, 1);
  double luminosity = CoreRelation::of_helium_giant(core).luminosity(star.co_core_mass);
  // Over the first third of what is left of its life the star turns from the end of the helium main sequence.
  const double end = std::min(l.pulsing.time(std::min(mass, largest_fit_mass)), l.explosion);
  const double progress = end > l.agb_start ? 3 * (age - l.agb_start) / (end - l.agb_start) : 0;
  if (progress < 1) luminosity = start_luminosity * std::pow(luminosity / start_luminosity, progress);
  const double radius =
      std::min(helium_star::gap_radius(core, luminosity, start_luminosity), helium_star::giant_radius(luminosity));
  return {luminosity, radius, radius};
}

BareCore bare_carbon_oxygen_core(WhiteDwarfCooling cooling, double core, double z) {
  return degenerate(white_dwarf_luminosity(cooling, core, z, carbon_oxygen_baryons, 0), core);
}

double envelope_measure(double mass, double core_mass, double luminosity) {
  return (mass - core_mass) / mass * std::clamp(1 / std::sqrt(luminosity / 7e4), 1.2, 5.0);
}

double helium_envelope_measure(double mass, double core_mass) {
  const double largest = helium_star::largest_core(mass);
  return 5 * (largest - core_mass) / largest;
}

Structure with_small_envelope(const Structure& star, const BareCore& bare, double mass, double mu) {
  Structure changed = star;
  changed.core_radius = std::min(bare.hot_radius, star.radius);
  if (mu >= 1) return changed;
  const double measure = std::max(mu, 0.0);
  changed.luminosity =
      bare.luminosity * std::pow(star.luminosity / bare.luminosity, luminosity_exponent(mass, measure));
  changed.radius =
      bare.radius * std::pow(star.radius / bare.radius, radius_exponent(mass, measure, star.radius, bare.radius));
  changed.core_radius = std::min(bare.hot_radius, changed.radius);
  return changed;
}

}  // namespace tucana::stellar
