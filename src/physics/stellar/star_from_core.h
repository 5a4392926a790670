#pragma once

#include "tucana/physics/stellar/star_state.h"
#include "tucana/physics/stellar/tracks/track_coefficients.h"

namespace tucana::stellar {

/// A star with hydrogen of a given type (giant branch to asymptotic giant branch), mass and core, as collisions and
/// accretion make it (Hurley, Tout & Pols 2002, section 2.7.4): at the start of its phase, on the track whose star has
/// this core there; in core helium burning at the part `burnt` of it. A core that is too light to burn helium makes a
/// star of the giant branch, one that is too heavy for the giant branch burns helium, and one that is too light for the
/// asymptotic giant branch makes a star in core helium burning on the track of its own mass. Of the result, type,
/// masses and age on the track are set.
Star giant_from_core(const TrackCoefficients& tracks, StellarType type, double mass, double core_mass, double burnt);

/// A helium star with a carbon-oxygen core, just after its main sequence.
Star helium_giant_from_core(double mass, double co_core_mass);

}  // namespace tucana::stellar
