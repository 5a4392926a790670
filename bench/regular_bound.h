#pragma once

#include "tucana/gravity/force_engine.h"
#include "tucana/integrators/neighbour/neighbour_bodies.h"

namespace tucana::bench {

/// Pairs a second when the engine makes regular forces and lists of these bodies, many at a time: the best of several
/// tries. Regular forces of a run cannot be faster.
double list_making_rate(ForceEngine& engine, const NeighbourBodies& bodies, const PairLaw& law, ListRule rule);

}  // namespace tucana::bench
