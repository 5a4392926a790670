#include "tucana/physics/stellar/tracks/giant.h"

#include <algorithm>
#include <cmath>

#include "tucana/physics/stellar/tracks/blue_loop.h"
#include "tucana/physics/stellar/tracks/polynomial.h"

namespace tucana::stellar {
namespace {

double radius_at_end_of_gap(const Landmarks& l, double mass) {
  const GiantFits& giants = l.tracks.giants;
  if (l.has_giant_branch) return giants.giant_radius(mass, l.gap_end_luminosity);
  // Helium ignites in the gap; without a blue phase it does so on the giant branch.
  if (l.tracks.helium.blue_fraction(l.mass) == 0) return giants.agb_radius(mass, l.ignition_luminosity);
  return ignition_radius_of_massive(l, mass);
}

}  // namespace

Structure hertzsprung_gap(const Landmarks& l, double total_mass, double age) {
  const double mass = std::min(total_mass, largest_fit_mass);
  const double tau = (age - l.main_sequence_end) / (l.gap_end - l.main_sequence_end);
  const double end_radius = radius_at_end_of_gap(l, mass);
  const double start_core = CoreMassFits::terminal_fraction(l.mass) * l.gap_end_core;
  return {l.terminal_luminosity * std::pow(l.gap_end_luminosity / l.terminal_luminosity, tau),
          l.terminal_radius * std::pow(end_radius / l.terminal_radius, tau),
          (1 - tau) * start_core + tau * l.gap_end_core, 0, 0};
}

Structure giant_branch(const Landmarks& l, double total_mass, double age) {
  const double mass = std::min(total_mass, largest_fit_mass);
  const double shell_core = l.giant.core_mass(age);
  const double luminosity = l.relation.luminosity(shell_core);
  // A degenerate core grows as the shell burns, another one hardly at all (eq. 45).
  const double core = l.flashes ? shell_core : on_line(age, l.gap_end, l.gap_end_core, l.ignition, l.ignition_core);
  return {luminosity, l.tracks.giants.giant_radius(mass, luminosity), core, 0, 0};
}

Structure early_agb(const Landmarks& l, double total_mass, double age) {
  const double mass = std::min(total_mass, largest_fit_mass);
  const double co_core = l.early_agb.core_mass(age);
  const double luminosity = l.relation.luminosity(co_core);
  return {luminosity, l.tracks.giants.agb_radius(mass, luminosity), l.agb_core, co_core, 0};
}

Structure pulsing_agb(const Landmarks& l, double total_mass, double age) {
  const double mass = std::min(total_mass, largest_fit_mass);
  const double luminosity = l.relation.luminosity(l.pulsing.core_mass(age));
  const double core = l.pulsing_core(age);
  return {luminosity, l.tracks.giants.agb_radius(mass, luminosity), core, core, 0};
}

}  // namespace tucana::stellar
