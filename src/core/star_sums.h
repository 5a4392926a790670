#pragma once

#include "tucana/core/stars.h"

namespace tucana {

/// Sums over a table of stars, compensated and in the order of the table: the same bits for any number of threads.
double total_mass(const Stars& stars);
/// In the frame of the coordinates (not of the centre of mass). That of systems is the energy of their centres and the
/// energy inside.
double kinetic_energy(const Stars& stars);
/// Of the members of systems relative to their centres.
double inner_kinetic_energy(const Stars& stars);

}  // namespace tucana
