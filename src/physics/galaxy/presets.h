#pragma once

#include <vector>

#include "tucana/core/units.h"
#include "tucana/physics/galaxy/field_options.h"

namespace tucana::galaxy {

/// The parts of MWPotential2014 (Bovy 2015, table 1) in the code units of a run: bulge, disc and halo, with 5, 60 and
/// 35 per cent of the force that holds a circular orbit of 220 km/s at 8 kpc.
std::vector<FieldOptions> milky_way_2014(const UnitScale& units);

/// The point mass around which the model of NGC 4372 of Wang et al. (2015, section 5) moves.
FieldOptions ngc4372(const UnitScale& units);

}  // namespace tucana::galaxy
