#pragma once

#include <memory>

#include "tucana/core/communicator.h"
#include "tucana/core/units.h"
#include "tucana/core/workers.h"
#include "tucana/gravity/field/background_tide.h"
#include "tucana/gravity/force_engine.h"
#include "tucana/gravity/pair_law.h"
#include "tucana/integrators/integrator.h"
#include "tucana/simulation/options/options.h"

namespace tucana {

/// Whether close stars are carried as pairs and groups.
bool carries_subsystems(const Options& options);
/// Whether stars that touch become one: they evolve, and their distances mean something, which softening takes away.
bool stars_collide(const Options& options);
/// Whether stars that do not evolve radiate gravitational waves, so that somebody has to merge them.
bool needs_mergers(const Options& options);
/// The post-Newtonian forces that the options ask for.
Relativity relativity_of(const Options& options, const UnitScale& units);

/// The integrator that the options specify. Engine, workers, ranks and the tide of a field, if there is one, must
/// outlive it.
std::unique_ptr<Integrator> make_integrator(const Options& options, const PairLaw& law, ForceEngine& engine,
                                            Workers& workers, const BackgroundTide* tide = nullptr,
                                            Communicator& ranks = alone());

}  // namespace tucana
