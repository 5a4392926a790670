#pragma once

#include <string>
#include <string_view>

#include "tucana/core/units.h"
#include "tucana/simulation/options/options.h"

namespace tucana {

/// The options that a run has written: used.toml, or those inside a checkpoint or a snapshot. Values with units are
/// converted to the numbers that they had in that run. Throws InputError as read_options_text() does.
Options stored_options(std::string_view toml, const std::string& place);

/// The same for a file.
Options stored_options_file(const std::string& path);

/// The scale of a run, from its options alone where they tell it: those of a run that has begun do.
UnitScale scale_of_run(const Options& options);

}  // namespace tucana
