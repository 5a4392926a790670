#pragma once

#include "tucana/physics/stellar/tracks/structure.h"
#include "tucana/physics/stellar/tracks/track_coefficients.h"

namespace tucana::stellar {

/// A star of the given mass at a fraction 0 to 1 of its main sequence: Hurley, Pols & Tout 2000, equations 11 to 15,
/// and equation 24 for the least radius of nearly degenerate stars.
Structure main_sequence(const TrackCoefficients& tracks, double mass, double fraction);

/// Stars below this mass are fully or deeply convective (type 0 instead of 1): 0.7 Msun in the paper; the authors'
/// program has it 0.3 Msun below M_hook, which is nearly the same.
inline double convective_mass(const Metallicity& metallicity) { return metallicity.hook_mass - 0.3; }

}  // namespace tucana::stellar
