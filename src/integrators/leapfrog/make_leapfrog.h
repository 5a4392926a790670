#pragma once

#include <memory>

#include "tucana/core/workers.h"
#include "tucana/gravity/force_engine.h"
#include "tucana/integrators/integrator.h"
#include "tucana/integrators/leapfrog/leapfrog_options.h"

namespace tucana {

/// The leap-frog for galaxies (leapfrog.h). Engine and workers must outlive it. Throws InputError for steps that need a
/// softening, if there is none.
std::unique_ptr<Integrator> make_leapfrog(const LeapfrogOptions& options, ForceEngine& engine, Workers& workers);

}  // namespace tucana
