#pragma once

#include "tucana/core/stars.h"
#include "tucana/core/workers.h"
#include "tucana/gravity/conserved.h"
#include "tucana/gravity/pair_law.h"

namespace tucana {

/// Energies and angular momentum with the potential energy from an octree (opening angle 0.5, quadrupoles, single
/// precision): n log n operations instead of the n^2/2 pairs of energies(), for tables of more stars than a direct sum
/// can handle in seconds. The relative error of the potential energy is of order 1e-5. The bits do not depend on the
/// number of workers. Systems act on all others as points, which is exact to that error. Throws InputError, with the
/// id, when two stars coincide and eps2 is 0.
Conserved conserved_by_tree(const Stars& stars, const PairLaw& law, Workers& workers);

}  // namespace tucana
