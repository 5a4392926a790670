#pragma once

#include "tucana/core/units.h"
#include "tucana/simulation/options/options.h"
#include "tucana/simulation/options/read_options.h"

namespace tucana {

/// What the model that the options name brings beside its stars, for resolve_options(): the units of a galaxy of the
/// sky and of a snapshot, and the softening that a snapshot of Tucana remembers. Reads the file of model.kind = file
/// but for its stars. Throws InputError when the file cannot be read, or when it has a softening for each component and
/// gravity.method = direct takes one for all.
ModelDefaults model_defaults(const Options& options);

/// The unit of mass in Msun of a run with units.mass_msun = 0, as its stars will give it but for rounding: before they
/// are made, since values with units are converted first. Reads the stars of a file.
double mass_unit_ahead(const ModelOptions& model);

/// Writes the units that the stars turned out to have into the options, so that used.toml and every reader of it know
/// them. A built-in cluster keeps units.mass_msun = 0, the rule by which its unit is made for any number of stars.
void settle_units(Options& options, const UnitScale& units);

}  // namespace tucana
