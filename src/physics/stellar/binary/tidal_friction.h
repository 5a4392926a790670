#pragma once

#include "tucana/physics/stellar/star_state.h"
#include "tucana/physics/stellar/tracks/track_coefficients.h"

namespace tucana::stellar {

/// The convective envelope of a star.
struct ConvectiveEnvelope {
  double mass = 0;
  double depth = 0;  ///< Rsun
};
/// Hurley, Tout & Pols 2002, sections 2.3.1 and 2.4 (eqs. 36 to 40).
ConvectiveEnvelope convective_layer(const TrackCoefficients& tracks, const Star& star);

/// The orbit and spin that a tide acts on.
struct TidalOrbit {
  double semi_major_axis;  ///< Rsun
  double eccentricity;
  double companion_mass;  ///< Msun
};

struct TidalRates {
  double eccentricity = 0;  ///< per year
  /// The star's angular velocity tends to `rest_spin` (1/yr) with the rate `relaxation` (per year).
  double relaxation = 0, rest_spin = 0;
  double of_spin(double spin) const { return relaxation * (rest_spin - spin); }
};

/// What the tide raised in one star does to the orbit and to the star's spin: Hut 1981 (A&A 99, 126), with the damping
/// of Hurley, Tout & Pols 2002, section 2.3, by convection (Rasio et al. 1996), radiation (Zahn 1977) or, in white
/// dwarfs, as Campbell 1984. What the spin gains the orbit loses: the semi-major axis follows from the angular
/// momentum.
TidalRates tidal_rates(const TrackCoefficients& tracks, const Star& star, const TidalOrbit& orbit);

}  // namespace tucana::stellar
