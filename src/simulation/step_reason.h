#pragma once

#include <string>

#include "tucana/core/stars.h"
#include "tucana/integrators/integrator.h"

namespace tucana {

/// Why a star has the shortest step of a run, as far as the stars tell: the pair, group or hierarchy that it is in, and
/// who attracts it most from outside: "is in a perturbed pair with star 7 and passes star 17 at a distance of 0.0003".
/// "" for a star that is not in the table.
std::string step_reason(const Stars& stars, const StarStep& shortest);

/// Two bodies about each other: ", bound, with a semi-major axis of 0.001 and a period of 0.0002", or ", not bound to
/// each other"; without softening.
std::string orbit_text(const Stars& stars, std::size_t a, std::size_t b, double distance);

}  // namespace tucana
