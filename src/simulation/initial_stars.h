#pragma once

#include "tucana/core/star_columns.h"
#include "tucana/core/stars.h"
#include "tucana/core/units.h"
#include "tucana/core/workers.h"
#include "tucana/gravity/force_engine.h"
#include "tucana/simulation/options/options.h"

namespace tucana {

/// Initial conditions of a run.
struct InitialStars {
  StarsBuffer stars;
  StarColumns columns;  ///< what a snapshot says beside them, in the same order
  double time = 0;
  UnitScale units;
};

/// Generates or reads the stars that the options specify. `engine` (fp64) scales models to Henon units.
InitialStars make_initial_stars(const Options& options, ForceEngine& engine, Workers& workers);

/// How model.file is to be read.
ForeignOptions file_options(const Options& options);

/// The unit of mass when `units.mass_msun` is 0: one solar mass per star on average.
double default_mass_unit(const Stars& stars);

}  // namespace tucana
