#pragma once

#include "tucana/physics/stellar/evolution_options.h"
#include "tucana/physics/stellar/star_state.h"
#include "tucana/physics/stellar/tracks/track_coefficients.h"

namespace tucana::stellar {

struct CollisionProduct {
  /// With all its numbers, at the age of the older of the two; without mass if nothing is left.
  Star star;
  double lost_mass = 0;
  bool is_destroyed() const { return star.type == StellarType::no_remnant; }
};

/// The type of two stars that have become one: Hurley, Tout & Pols 2002 (MNRAS 329, 897), table 2. Helium main-sequence
/// stars make a helium main-sequence star; two helium white dwarfs explode.
StellarType collision_type(StellarType a, StellarType b);

/// Two stars that have become one (section 2.7.3 there). Main-sequence stars are mixed, which prolongs their lives by
/// the fresh hydrogen (eq. 80); cores of evolved stars sink to the centre and keep the other star as their envelope.
/// White dwarfs above the Chandrasekhar mass explode, or collapse to a neutron star if they are of oxygen and neon;
/// neutron stars above the largest mass of the options become black holes. Nothing is lost but what the options say.
/// The order of the two does not matter.
CollisionProduct collide(const TrackCoefficients& tracks, const EvolutionOptions& evolution, const Star& a,
                         const Star& b);

}  // namespace tucana::stellar
