#pragma once

#include <string_view>

#include "tucana/core/quantity.h"
#include "tucana/core/units.h"
#include "tucana/core/vec3.h"

namespace tucana {

/// Three numbers and perhaps a unit for all of them, as people write them: "8.5, 0, 0.02 kpc"; commas may be left out.
/// Without a unit they are in code units. `name` is the option, for the one line of InputError.
Vec3 parse_vector(std::string_view text, Dimension dimension, const UnitScale& scale, std::string_view name);

}  // namespace tucana
