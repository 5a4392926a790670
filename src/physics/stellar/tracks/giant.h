#pragma once

#include "tucana/physics/stellar/tracks/landmarks.h"
#include "tucana/physics/stellar/tracks/structure.h"

/// Stars with hydrogen after the main sequence, at an age within the phase: Hurley, Pols & Tout 2000. The luminosity
/// follows from the track mass (in the landmarks), the radius from the present mass too. small_envelope.h corrects
/// them.
namespace tucana::stellar {

/// Between main sequence and giant branch (section 5.1.1, eqs. 25 to 30).
Structure hertzsprung_gap(const Landmarks& landmarks, double mass, double age);

/// The first giant branch (section 5.2).
Structure giant_branch(const Landmarks& landmarks, double mass, double age);

/// Core helium burning (section 5.3, eqs. 59 to 67): on the horizontal branch, with a blue loop, or on the way to it.
Structure core_helium_burning(const Landmarks& landmarks, double mass, double age);

/// The early asymptotic giant branch: helium burns around a carbon-oxygen core within the helium core (section 5.4).
Structure early_agb(const Landmarks& landmarks, double mass, double age);

/// The thermally pulsing asymptotic giant branch (section 5.4).
Structure pulsing_agb(const Landmarks& landmarks, double mass, double age);

}  // namespace tucana::stellar
