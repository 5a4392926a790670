#pragma once

#include <memory>

#include "tucana/core/communicator.h"
#include "tucana/core/workers.h"
#include "tucana/gravity/force_engine.h"
#include "tucana/integrators/hermite/hermite_options.h"
#include "tucana/integrators/integrator.h"

namespace tucana {

/// The processes that compute a run together, and the number of pairs from which on sums are divided between them; 0:
/// as measured.
struct RankChoice {
  Communicator& ranks = alone();
  double least_pairs = 0;
};

/// A Hermite scheme of order 4 or 6. One of order 6 whose bodies share a step stays entirely on the devices of a device
/// engine, with its state in the engine's numbers; not in two_float, whose velocities would be floats, nor with a limit
/// from velocities, which is not computed there. Engine and workers must outlive the integrator.
///
/// Bodies on devices are divided between the ranks, if there are several.
std::unique_ptr<Integrator> make_hermite(int order, const HermiteOptions& options, ForceEngine& engine,
                                         Workers& workers, const RankChoice& choice = {});

}  // namespace tucana
