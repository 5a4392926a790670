#pragma once

#include <string>

#include "tucana/core/stars.h"

namespace tucana {

/// Throws InputError, naming `where` and the star, unless there is at least one star, all numbers are finite, no
/// mass or radius is negative, the total mass is > 0 and no id occurs twice. Mass zero is legal (a tracer).
void validate_stars(const Stars& stars, const std::string& where);

}  // namespace tucana
