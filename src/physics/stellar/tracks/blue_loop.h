#pragma once

#include "tucana/physics/stellar/tracks/landmarks.h"

namespace tucana::stellar {

/// The radius at which a star without giant branch ignites helium (eq. 50): at its smallest radius from 12 Msun on,
/// below that between it and the giant branch.
double ignition_radius_of_massive(const Landmarks& landmarks, double mass);

}  // namespace tucana::stellar
