#pragma once

#include "tucana/core/stars.h"

namespace tucana {

/// Puts a black hole at rest into the centre of a cluster in equilibrium, in any units with G = 1: the last body of the
/// table, of the family `other`, so that it does not evolve as a star does. The stars stay where they are and are made
/// faster, so that the cluster with the hole is in equilibrium: by Jeans' equation for an isotropic sphere,
///
///     rho sigma^2 (r) = int_r^inf rho G M(<r') / r'^2 dr',
///
/// the velocities at each radius by the square root of the ratio of sigma^2 with and without the hole. Both integrals
/// are sums over the stars themselves. The speeds are not those of an exact distribution function, which does not exist
/// for a hole in a flat core; the cusp around the hole (Bahcall & Wolf 1976) forms in the run.
void add_central_hole(StarsBuffer& stars, double mass);

}  // namespace tucana
