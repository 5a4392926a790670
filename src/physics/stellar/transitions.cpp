#include "tucana/physics/stellar/transitions.h"

#include <algorithm>

#include "tucana/physics/stellar/tracks/helium_star.h"
#include "tucana/physics/stellar/tracks/landmarks.h"
#include "tucana/physics/stellar/tracks/structure.h"

namespace tucana::stellar {
namespace {

/// Helium cores below this (at the base of the AGB) do not ignite carbon.
constexpr double carbon_ignition_core = 1.6;
/// A core that is this close to its limit has reached it.
constexpr double nearly = 1 - 1e-9;

Star with_type(const Star& star, StellarType type, double track_age) {
  Star after = star;
  after.type = type;
  after.track_age = track_age;
  return after;
}

Star new_remnant(const Star& star, StellarType type, double mass) {
  Star after = with_type(star, type, 0);
  after.mass = after.track_mass = after.core_mass = mass;
  return after;
}

/// The end of a star with hydrogen whose carbon-oxygen core has grown to its limit, or of a helium star with such a
/// core. helium_core is that at the base of the AGB, or the track mass of a helium star.
Transition end_of_life(const EvolutionOptions& options, const Star& star, double helium_core, double white_dwarf_mass) {
  const bool ignites_carbon = helium_core >= carbon_ignition_core;
  if (star.co_core_mass < nearly * chandrasekhar_mass) {
    const auto type = ignites_carbon ? StellarType::oxygen_neon_white_dwarf : StellarType::carbon_oxygen_white_dwarf;
    return {new_remnant(star, type, white_dwarf_mass), std::nullopt};
  }
  if (!ignites_carbon) {
    // Carbon burns in a degenerate core and disrupts the star.
    const Collapse disruption{SupernovaKind::carbon, StellarType::no_remnant, 0, 0};
    return {new_remnant(star, StellarType::no_remnant, 0), disruption};
  }
  const Collapse found = collapse(options.remnants, {star.mass, helium_core, star.co_core_mass});
  return {new_remnant(star, found.remnant, found.mass), found};
}

Star after_ignition(const TrackCoefficients& tracks, const Star& star) {
  Star after = star;
  after.type = StellarType::core_helium_burning;
  // A flash makes the star forget what it was before: it continues as a star of its present mass.
  if (star.track_mass <= tracks.metallicity.helium_flash_mass) after.track_mass = star.mass;
  after.track_age = Landmarks(tracks, after.track_mass).ignition;
  return after;
}

Transition end_of_early_agb(const EvolutionOptions& options, const Landmarks& l, const Star& star) {
  if (l.second_dredge_up < l.explosion)
    return {with_type(star, StellarType::pulsing_agb, l.second_dredge_up), std::nullopt};
  return end_of_life(options, star, l.agb_core, star.co_core_mass);
}

Transition end_of_helium_giant(const EvolutionOptions& options, const Star& star) {
  const double lightest = (star.co_core_mass + 0.31) / 1.45;
  const bool ignites_carbon = star.track_mass >= carbon_ignition_core;
  // A star that was stripped with such a core may be lighter than that.
  const double white_dwarf =
      ignites_carbon ? star.co_core_mass : std::min(star.mass, std::max(star.co_core_mass, lightest));
  return end_of_life(options, star, star.track_mass, white_dwarf);
}

Transition end_of_phase(const TrackCoefficients& tracks, const EvolutionOptions& options, const Star& star) {
  switch (star.type) {
    case StellarType::low_mass_main_sequence:
    case StellarType::main_sequence: return {with_type(star, StellarType::hertzsprung_gap, star.track_age), {}};
    case StellarType::hertzsprung_gap:
      if (star.track_mass > tracks.metallicity.first_giant_mass) return {after_ignition(tracks, star), {}};
      return {with_type(star, StellarType::giant_branch, star.track_age), {}};
    case StellarType::giant_branch: return {after_ignition(tracks, star), {}};
    case StellarType::core_helium_burning: return {with_type(star, StellarType::early_agb, star.track_age), {}};
    case StellarType::early_agb: return end_of_early_agb(options, Landmarks(tracks, star.track_mass), star);
    case StellarType::pulsing_agb:
      return end_of_life(options, star, tracks.cores.agb_base(std::min(star.track_mass, largest_fit_mass)),
                         std::min(star.core_mass, star.mass));
    case StellarType::helium_main_sequence:
      return {with_type(star, StellarType::helium_hertzsprung_gap, star.track_age), {}};
    case StellarType::helium_hertzsprung_gap:
    case StellarType::helium_giant: return end_of_helium_giant(options, star);
    default: return {star, {}};
  }
}

Star helium_star_of(const TrackCoefficients& tracks, const Star& star, double fraction) {
  if (star.mass < tracks.flash_core_at_ignition) return new_remnant(star, StellarType::helium_white_dwarf, star.mass);
  Star after =
      with_type(star, StellarType::helium_main_sequence, fraction * helium_star::main_sequence_lifetime(star.mass));
  after.track_mass = star.mass;
  after.core_mass = 0;
  return after;
}

Star helium_giant_of(const Star& star) {
  Star after = star;
  after.type = StellarType::helium_giant;
  after.mass = after.track_mass = star.core_mass;
  const helium_star::ShellBurning burning(after.track_mass);
  after.track_age = std::max(burning.start, burning.growth.time(star.co_core_mass));
  return after;
}

Transition envelope_lost(const TrackCoefficients& tracks, const EvolutionOptions& options, const Star& star) {
  switch (star.type) {
    case StellarType::hertzsprung_gap:
    case StellarType::giant_branch:
      if (star.track_mass > tracks.metallicity.helium_flash_mass) return {helium_star_of(tracks, star, 0), {}};
      return {new_remnant(star, StellarType::helium_white_dwarf, star.mass), {}};
    case StellarType::core_helium_burning: {
      const Landmarks l(tracks, star.track_mass);
      return {helium_star_of(tracks, star, (star.track_age - l.ignition) / l.burning_time), {}};
    }
    case StellarType::early_agb: return {helium_giant_of(star), {}};
    case StellarType::helium_main_sequence: return {new_remnant(star, StellarType::helium_white_dwarf, star.mass), {}};
    default: return end_of_phase(tracks, options, star);
  }
}

}  // namespace

Transition transition(const TrackCoefficients& tracks, const EvolutionOptions& options, const Star& star,
                      StarState::StepEnd end) {
  return end == StarState::StepEnd::envelope ? envelope_lost(tracks, options, star)
                                             : end_of_phase(tracks, options, star);
}

}  // namespace tucana::stellar
