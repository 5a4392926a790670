#pragma once

#include <string>
#include <string_view>

#include "tucana/models/galaxy/known_galaxies.h"

namespace tucana {

/// Reads the components of a galaxy, in galactic units: a TOML text with one [[component]] table each (docs/models.md).
/// `place` names the text in messages; everything wrong with it throws InputError "<place>:<line>: ...".
GalaxyPlan read_galaxy_text(std::string_view toml, const std::string& place);

/// The same for a file.
GalaxyPlan read_galaxy_file(const std::string& path);

}  // namespace tucana
