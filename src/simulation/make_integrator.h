#pragma once

#include <memory>

#include "tucana/core/workers.h"
#include "tucana/gravity/force_engine.h"
#include "tucana/gravity/pair_law.h"
#include "tucana/integrators/integrator.h"
#include "tucana/simulation/options/options.h"

namespace tucana {

/// The integrator that the options specify. Engine and workers must outlive it.
std::unique_ptr<Integrator> make_integrator(const Options& options, const PairLaw& law, ForceEngine& engine,
                                            Workers& workers);

}  // namespace tucana
