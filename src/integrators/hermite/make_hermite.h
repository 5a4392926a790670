#pragma once

#include <memory>

#include "tucana/core/workers.h"
#include "tucana/gravity/force_engine.h"
#include "tucana/integrators/hermite/hermite_options.h"
#include "tucana/integrators/integrator.h"

namespace tucana {

/// A Hermite scheme of order 4 or 6. One of order 6 whose bodies share a step stays entirely on the devices of a device
/// engine, with its state in the engine's numbers; not in two_float, whose velocities would be floats, nor with a limit
/// from velocities, which is not computed there. Engine and workers must outlive the integrator.
std::unique_ptr<Integrator> make_hermite(int order, const HermiteOptions& options, ForceEngine& engine,
                                         Workers& workers);

}  // namespace tucana
