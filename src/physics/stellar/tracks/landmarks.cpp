#include "tucana/physics/stellar/tracks/landmarks.h"

#include <algorithm>
#include <cmath>

#include "tucana/physics/stellar/tracks/structure.h"

namespace tucana::stellar {
namespace {

/// A_H,He in Msun / (Lsun Myr): section 5.4.
constexpr double both_rate = 1.27e-5;

/// A'_H of hydrogen shell burning (section 5.2).
double hydrogen_rate(double m) { return std::pow(10.0, std::max(-4.8, std::min(-5.7 + 0.8 * m, -4.1 + 0.14 * m))); }

double end_of_gap_luminosity(const TrackCoefficients& t, double m) {
  return m <= t.metallicity.first_giant_mass ? t.giants.base_luminosity(m) : t.giants.ignition_luminosity(m);
}

/// Eq. 69.
double core_after_dredge_up(double agb_core) {
  return agb_core >= 0.8 && agb_core < 2.25 ? 0.44 * agb_core + 0.448 : agb_core;
}

}  // namespace

Landmarks::Landmarks(const TrackCoefficients& t, double track_mass)
    : tracks(t),
      mass(std::min(track_mass, largest_fit_mass)),
      flashes(mass <= t.metallicity.helium_flash_mass),
      has_giant_branch(mass <= t.metallicity.first_giant_mass),
      main_sequence_end(t.main_sequence.lifetime(mass)),
      gap_end(t.main_sequence.time_to_giant_branch(mass)),
      ignition(gap_end),
      terminal_luminosity(t.main_sequence.terminal_luminosity(mass)),
      terminal_radius(t.main_sequence.terminal_radius(mass)),
      gap_end_luminosity(end_of_gap_luminosity(t, mass)),
      ignition_luminosity(t.giants.ignition_luminosity(mass)),
      agb_luminosity(t.giants.agb_base_luminosity(mass)),
      agb_core(t.cores.agb_base(mass)),
      dredge_up_core(core_after_dredge_up(agb_core)),
      dredge_up_efficiency(std::min(0.9, 0.3 + 0.001 * std::pow(mass, 5))),
      relation(CoreRelation::of_giant(mass, t.metallicity.zeta)),
      giant(relation, hydrogen_rate(mass), gap_end, relation.core_mass(gap_end_luminosity)),
      early_agb(giant),
      pulsing(giant) {
  if (has_giant_branch) ignition = giant.time(relation.core_mass(ignition_luminosity));
  if (flashes) {
    gap_end_core = relation.core_mass(gap_end_luminosity);
    ignition_core = relation.core_mass(ignition_luminosity);
    burning_luminosity = t.helium.horizontal_branch_luminosity(mass, ignition_core);
    burning_time = t.helium.low_mass_duration(mass, ignition_core);
  } else {
    gap_end_core = t.cores.above_flash_mass(mass, has_giant_branch ? t.flash_core_at_base : t.flash_core_at_ignition);
    ignition_core = t.cores.above_flash_mass(mass, t.flash_core_at_ignition);
    burning_luminosity = has_giant_branch ? t.helium.min_luminosity_ratio(mass) * ignition_luminosity : agb_luminosity;
    burning_time = t.helium.duration_ratio(mass) * gap_end;
  }
  agb_start = ignition + burning_time;
  const double co_core_at_start = relation.core_mass(agb_luminosity);
  early_agb = CoreGrowth(relation, helium_rate, agb_start, co_core_at_start);
  second_dredge_up = early_agb.time(dredge_up_core);
  pulsing = CoreGrowth(relation, both_rate, second_dredge_up, dredge_up_core);
  // The last term keeps a star from exploding as soon as it reaches the AGB.
  explosion_core = std::max({chandrasekhar_mass, 0.773 * agb_core - 0.35, 1.05 * co_core_at_start});
  const bool before_pulses = explosion_core <= dredge_up_core;
  explosion = std::max(agb_start, before_pulses ? early_agb.time(explosion_core) : pulsing_time(explosion_core));
}

double Landmarks::pulsing_core(double age) const {
  const double without = pulsing.core_mass(age);
  return without - dredge_up_efficiency * (without - dredge_up_core);
}

double Landmarks::pulsing_time(double core_mass) const {
  return pulsing.time((core_mass - dredge_up_efficiency * dredge_up_core) / (1 - dredge_up_efficiency));
}

}  // namespace tucana::stellar
