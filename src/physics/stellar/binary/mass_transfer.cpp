#include "tucana/physics/stellar/binary/mass_transfer.h"

#include <algorithm>
#include <cmath>

#include "tucana/physics/stellar/binary/star_in_pair.h"

namespace tucana::stellar {
namespace {

/// Hydrogen on a white dwarf burns in eruptions below the first rate, steadily up to the second, and forms the envelope
/// of a giant above (section 2.6.6.2).
constexpr double novae_below = 1.03e-7, giant_above = 2.71e-7;
/// White dwarfs below these masses are too light to be the core of a giant.
constexpr double least_helium_core = 0.05, least_carbon_core = 0.5;

Accretion onto_white_dwarf(const AccretionOptions& options, const Star& dwarf, double rate, double eddington) {
  if (rate < novae_below) {
    const double taken = std::min(rate, eddington);
    return {taken, options.kept_by_novae * taken, true, {}};
  }
  Accretion all{rate, rate, false, {}};
  if (rate < giant_above) return all;
  const bool helium = dwarf.type == StellarType::helium_white_dwarf;
  if (dwarf.mass < (helium ? least_helium_core : least_carbon_core)) return all;
  all.new_giant = helium ? StellarType::giant_branch : StellarType::pulsing_agb;
  return all;
}

/// A star takes no more than ten times what it could radiate away on its thermal time scale (eq. 64).
Accretion on_thermal_time(const Star& star, double rate) {
  const double taken = std::min(rate, 10 * star.mass / thermal_time(star));
  return {taken, taken, false, {}};
}

}  // namespace

double giant_exponent(double z) { return 0.30406 + z * (0.0805 + z * (0.0897 + z * (0.0878 + z * 0.0222))); }

double critical_mass_ratio(const Star& donor, GiantStability rule, double exponent) {
  switch (donor.type) {
    case StellarType::low_mass_main_sequence: return 0.695;
    case StellarType::hertzsprung_gap: return 4;
    case StellarType::giant_branch:
    case StellarType::early_agb:
    case StellarType::pulsing_agb: {
      const double core = donor.core_mass / donor.mass;
      return rule == GiantStability::hurley ? (1.67 - exponent + 2 * std::pow(core, 5)) / 2.13
                                            : 0.362 + 1 / (3 * (1 - std::min(core, 1 - 1e-12)));
    }
    case StellarType::helium_hertzsprung_gap:
    case StellarType::helium_giant: return 0.784;
    case StellarType::helium_white_dwarf:
    case StellarType::carbon_oxygen_white_dwarf:
    case StellarType::oxygen_neon_white_dwarf: return 0.628;
    default: return 3;
  }
}

double transfer_rate(const Star& donor, double roche_radius) {
  if (donor.radius <= roche_radius) return 0;
  const double mass = std::min(donor.mass, 5.0), excess = std::log(donor.radius / roche_radius);
  double rate = 3e-6 * mass * mass * excess * excess * excess;
  // Stars in the gap have thin envelopes; white dwarfs react much faster than others.
  if (donor.type == StellarType::hertzsprung_gap) rate *= std::max((donor.mass - donor.core_mass) / donor.mass, 0.01);
  if (is_remnant(donor.type)) rate *= 1e3 * donor.mass / std::max(donor.radius, 1e-4);
  return std::min(rate, donor.mass / (has_envelope(donor) ? thermal_time(donor) : dynamical_time(donor)));
}

double thermal_time(const Star& star) {
  const double mass = has_envelope(star) ? star.mass - star.core_mass : star.mass;
  return 1e7 * star.mass * mass / (star.radius * star.luminosity);
}

double dynamical_time(const Star& star) { return 5.05e-5 * std::sqrt(std::pow(star.radius, 3) / star.mass); }

double eddington_rate(double accretor_radius, double hydrogen_fraction) {
  return 2.08e-3 / (1 + hydrogen_fraction) * accretor_radius;
}

Accretion accretion(const AccretionOptions& options, const Star& donor, const Star& companion, double rate,
                    double hydrogen_fraction, double period) {
  const bool gives_hydrogen = donor.type <= StellarType::pulsing_agb;
  const double eddington = options.eddington_factor * eddington_rate(companion.radius, hydrogen_fraction);
  if (is_naked_helium(companion.type) && gives_hydrogen) {
    Accretion all{rate, rate, false, {}};
    if (rate * period > 1e-4 * companion.mass)
      all.new_giant = companion.type == StellarType::helium_main_sequence ? StellarType::core_helium_burning
                                                                          : StellarType::pulsing_agb;
    return all;
  }
  if (is_white_dwarf(companion.type) && gives_hydrogen) return onto_white_dwarf(options, companion, rate, eddington);
  if (is_remnant(companion.type)) {
    const double taken = std::min(rate, eddington);
    return {taken, taken, taken < rate, {}};
  }
  const bool giant = companion.type == StellarType::giant_branch || companion.type == StellarType::early_agb ||
                     companion.type == StellarType::pulsing_agb;
  return giant ? Accretion{rate, rate, false, {}} : on_thermal_time(companion, rate);
}

}  // namespace tucana::stellar
