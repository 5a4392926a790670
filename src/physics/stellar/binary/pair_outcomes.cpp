#include "tucana/physics/stellar/binary/pair_outcomes.h"

#include <algorithm>
#include <cmath>

#include "tucana/physics/stellar/binary/pair_step.h"
#include "tucana/physics/stellar/binary/star_in_pair.h"
#include "tucana/physics/stellar/collision.h"

namespace tucana::stellar {

double PairOutcomes::exponent(const PairState& pair) const {
  return giant_exponent(provider_.tracks(pair.stars[0].metallicity).metallicity.zeta);
}

bool PairOutcomes::is_dynamical(const PairState& pair) const {
  const auto i = static_cast<std::size_t>(pair.donor);
  const Star &donor = pair.star(i), &other = pair.star(1 - i);
  const bool above = donor.mass / other.mass > critical_mass_ratio(donor, options_.giant_stability, exponent(pair));
  switch (donor.type) {
    case StellarType::main_sequence: return overflow(pair, i) > 9 || (above && is_main_sequence(other.type));
    case StellarType::helium_main_sequence: return overflow(pair, i) > 9;
    case StellarType::giant_branch:
    case StellarType::early_agb:
    case StellarType::pulsing_agb:
    case StellarType::helium_hertzsprung_gap:
    case StellarType::helium_giant:
      // Or the core itself fills the lobe.
      return above || donor.core_radius * (1 + overflow(pair, i)) >= donor.radius;
    case StellarType::neutron_star:
    case StellarType::black_hole: return true;
    default: return above;
  }
}

void PairOutcomes::leave_one(PairState& pair, const StarState& state) const {
  const StarState one = state;
  pair.stars[0] = one;
  pair.bond = PairState::Bond::merged;
  pair.donor = -1;
  vanish(pair.stars[1], pair.age);
}

void PairOutcomes::collide_stars(PairState& pair) const {
  const TrackCoefficients& tracks = provider_.tracks(pair.stars[0].metallicity);
  const CollisionProduct product = collide(tracks, provider_.options(), pair.star(0), pair.star(1));
  StarState& one = pair.stars[0];
  const StarState& two = pair.stars[1];
  if (product.is_destroyed()) {
    vanish(one, pair.age);
  } else {
    Star star = product.star;
    star.age = pair.age;
    one = provider_.resume(star, one.initial_mass + two.initial_mass, one.metallicity,
                           std::max(one.supernovae, two.supernovae));
  }
  leave_one(pair, one);
}

/// A convective dwarf whose mass is poured over its companion on a time between its thermal and its dynamical one.
void PairOutcomes::swallow_dwarf(PairState& pair, std::size_t i) const {
  const Star donor = pair.star(i), other = pair.star(1 - i);
  if (is_naked_helium(other.type) || is_white_dwarf(other.type)) return collide_stars(pair);
  const double time = std::sqrt(thermal_time(donor) * dynamical_time(donor));
  double taken = donor.mass;
  if (is_main_sequence(other.type)) taken *= std::min(1.0, time / thermal_time(other));
  if (is_remnant(other.type)) {
    const double hydrogen = provider_.tracks(pair.stars[0].metallicity).metallicity.hydrogen;
    taken = std::min(taken, options_.accretion.eddington_factor * eddington_rate(other.radius, hydrogen) * time);
  }
  change_mass(provider_, pair.stars[1 - i], taken, Mixing::into_convective_core);
  leave_one(pair, pair.stars[1 - i]);
}

void PairOutcomes::common_envelope(PairState& pair, std::size_t i) const {
  const std::size_t j = 1 - i;
  const EnvelopeEjection after = eject_envelope(options_.envelope, pair.star(i), pair.star(j), pair.semi_major_axis,
                                                pair.eccentricity, exponent(pair));
  pair.donor = -1;
  if (after.merges) {
    const Star merged =
        merged_in_envelope(provider_, pair.stars[i].metallicity, pair.star(i), pair.star(j), after.merged_mass);
    StarState state = pair.stars[i];
    state.initial_mass += pair.stars[j].initial_mass;
    state.supernovae = std::max(state.supernovae, pair.stars[j].supernovae);
    if (merged.type == StellarType::no_remnant) {
      vanish(state, pair.age);
    } else {
      become(provider_, state, merged);
    }
    return leave_one(pair, state);
  }
  pair.semi_major_axis = after.semi_major_axis;
  pair.eccentricity = after.eccentricity;
  for (StarState& state : pair.stars)
    if (has_envelope(state.now)) change_mass(provider_, state, state.now.core_mass - state.now.mass, Mixing::none);
}

bool PairOutcomes::resolve_dynamical(PairState& pair) const {
  const auto i = static_cast<std::size_t>(pair.donor);
  if (has_envelope(pair.star(i))) {
    common_envelope(pair, i);
    return true;
  }
  if (pair.star(i).type == StellarType::low_mass_main_sequence) {
    swallow_dwarf(pair, i);
  } else {
    collide_stars(pair);
  }
  return false;
}

bool PairOutcomes::resolve_contact(PairState& pair) const {
  const auto i = static_cast<std::size_t>(std::max(pair.donor, 0));
  for (const std::size_t k : {i, 1 - i}) {
    if (!has_envelope(pair.star(k))) continue;
    common_envelope(pair, k);
    return true;
  }
  collide_stars(pair);
  return false;
}

}  // namespace tucana::stellar
