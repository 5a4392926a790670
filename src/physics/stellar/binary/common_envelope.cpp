#include "tucana/physics/stellar/binary/common_envelope.h"

#include <algorithm>
#include <cmath>

#include "tucana/physics/stellar/binary/roche_lobe.h"
#include "tucana/physics/stellar/binary/star_in_pair.h"
#include "tucana/physics/stellar/collision.h"
#include "tucana/physics/stellar/phase.h"
#include "tucana/physics/stellar/star_from_core.h"

namespace tucana::stellar {
namespace {

struct Core {
  double mass, radius, envelope;
};
Core core_of(const Star& star) {
  if (!has_envelope(star)) return {star.mass, star.radius, 0};
  return {star.core_mass, star.core_radius, star.mass - star.core_mass};
}

/// The mass M of a giant with this core, whose envelope is bound by M^(1+x) (M - core) (eq. 76).
double mass_of_bound(double bound, double core, double exponent) {
  double low = core, high = std::max(2 * core, 1.0);
  const auto excess = [&](double m) { return std::pow(m, 1 + exponent) * (m - core) - bound; };
  while (excess(high) < 0) high *= 2;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (excess(middle) < 0 ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

/// What sinks to the centre of the merged star.
double sinking_mass(const Star& star) {
  if (is_main_sequence(star.type)) return 0;
  return has_envelope(star) ? star.core_mass : star.mass;
}

/// The part of the helium in the core that is burnt.
double burnt_part(const TrackCoefficients& tracks, const Star& star) {
  if (star.type <= StellarType::giant_branch || star.type == StellarType::helium_white_dwarf) return 0;
  if (star.type == StellarType::helium_main_sequence)
    return star.track_age / helium_star::main_sequence_lifetime(star.mass);
  if (star.type > StellarType::early_agb) return 1;
  const Landmarks l(tracks, star.track_mass);
  return std::clamp((star.track_age - l.ignition) / l.burning_time, 0.0, 1.0);
}

bool is_degenerate_helium(const TrackCoefficients& tracks, const Star& star) {
  if (star.type == StellarType::helium_white_dwarf) return true;
  return (star.type == StellarType::hertzsprung_gap || star.type == StellarType::giant_branch) &&
         star.track_mass <= tracks.metallicity.helium_flash_mass;
}

bool is_degenerate_carbon(const Star& star) {
  return star.type == StellarType::pulsing_agb || star.type == StellarType::carbon_oxygen_white_dwarf ||
         star.type == StellarType::oxygen_neon_white_dwarf;
}

}  // namespace

EnvelopeEjection eject_envelope(const CommonEnvelopeOptions& options, const Star& donor, const Star& companion,
                                double semi_major_axis, double eccentricity, double giant_exponent) {
  const Core first = core_of(donor), second = core_of(companion);
  // All energies in units of G.
  const double binding =
      (donor.mass * first.envelope / donor.radius + companion.mass * second.envelope / companion.radius) /
      options.binding_lambda;
  const double product = first.mass * second.mass / 2;
  const double before = product / semi_major_axis, after = before + binding / options.efficiency;
  const double touching = std::max(first.radius / roche_lobe(first.mass / second.mass),
                                   second.radius / roche_lobe(second.mass / first.mass));
  EnvelopeEjection result;
  result.semi_major_axis = product / after;
  // The orbit keeps some eccentricity if less energy is spent than would make it a circle (eq. 73).
  const double circle = before / (1 - eccentricity * eccentricity);
  result.eccentricity = after < circle ? std::sqrt(1 - after / circle) : 0;
  result.merges = touching > result.semi_major_axis;
  if (!result.merges) return result;
  const double spent = options.efficiency * (std::max(product / touching, before) - before);
  const double core = sinking_mass(donor) + sinking_mass(companion);
  const double total = donor.mass + companion.mass, left = (binding - spent) / binding;
  result.merged_mass =
      left > 0 ? mass_of_bound(std::pow(total, 1 + giant_exponent) * (total - core) * left, core, giant_exponent)
               : core;
  // A star of the main sequence that reaches the core is not expelled.
  if (is_main_sequence(companion.type)) result.merged_mass = std::max(result.merged_mass, first.mass + companion.mass);
  return result;
}

Star merged_in_envelope(const SseProvider& provider, double metallicity, const Star& donor, const Star& companion,
                        double mass) {
  const TrackCoefficients& tracks = provider.tracks(metallicity);
  if (companion.type >= StellarType::neutron_star) return companion;
  const StellarType type = collision_type(donor.type, companion.type);
  const double one = sinking_mass(donor), other = sinking_mass(companion), core = one + other;
  Star star;
  if (is_degenerate_helium(tracks, donor) && is_degenerate_helium(tracks, companion)) {
    star.type = StellarType::no_remnant;
  } else if (is_degenerate_carbon(donor) && is_degenerate_carbon(companion)) {
    star = giant_from_core(tracks, type, core, core, 1);
  } else if (type == StellarType::helium_main_sequence) {
    star.type = type;
    star.mass = star.track_mass = mass;
    star.track_age = helium_star::main_sequence_lifetime(mass) *
                     (one * burnt_part(tracks, donor) + other * burnt_part(tracks, companion)) / core;
  } else if (type == donor.type && other == 0 && type != StellarType::core_helium_burning) {
    star = donor;
    star.mass = mass;
  } else if (is_helium_shell_burning(type)) {
    const double co = donor.co_core_mass + (is_white_dwarf(companion.type) ? companion.mass : companion.co_core_mass);
    star = helium_giant_from_core(mass, co);
  } else {
    const double burnt = (one * burnt_part(tracks, donor) + other * burnt_part(tracks, companion)) / core;
    star = giant_from_core(tracks, type, mass, core, burnt);
  }
  star.age = donor.age;
  star.spin = donor.spin;
  return star;
}

}  // namespace tucana::stellar
