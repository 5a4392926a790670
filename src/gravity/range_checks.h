#pragma once

#include "tucana/core/stars.h"
#include "tucana/gravity/pair_law.h"
#include "tucana/gravity/precision.h"

namespace tucana {

/// The smallest number that an arithmetic holds with all its bits; what is smaller vanishes by and by, on some devices
/// at once. Where numbers are pairs of floats the low part must have room too.
double smallest_number(Precision precision);

/// Before a run starts: throws InputError when a star has a mass that the arithmetic cannot hold, naming the star, or
/// when the forces among the stars, judged by the usual mass, distance and velocity, would be lost. Single numbers that
/// are too large are the engine's affair (source_checks.h).
void check_range(const Stars& stars, const PairLaw& law, Precision precision);

}  // namespace tucana
