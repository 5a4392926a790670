#pragma once

#include "tucana/physics/stellar/star_state.h"

namespace tucana::stellar {

struct WindAccretionOptions {
  double speed = 0.125;       ///< beta_W: the wind has sqrt(2 beta_W G M / R)
  double efficiency = 1.5;    ///< alpha_W of Bondi & Hoyle
  double largest_part = 0.8;  ///< of the wind that a companion can catch
};

/// The part of a star's wind that its companion catches, averaged over an eccentric orbit: Hurley, Tout & Pols 2002,
/// equations 6 to 9, after Bondi & Hoyle 1944. The semi-major axis is in Rsun.
double caught_wind(const WindAccretionOptions& options, const Star& donor, double companion_mass,
                   double semi_major_axis, double eccentricity);

/// What a wind does to an orbit: `lost` (> 0) leaves the donor, `caught` of it goes to the companion, and the rest
/// leaves the pair with the donor's angular momentum (equations 15 and 16). Exact for a loss of any size of which
/// nothing is caught: a (m1 + m2) and e stay.
struct WindOrbit {
  double semi_major_axis = 0, eccentricity = 0;
};
WindOrbit after_wind(const WindOrbit& orbit, double donor_mass, double companion_mass, double lost, double caught);

}  // namespace tucana::stellar
