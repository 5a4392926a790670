#pragma once

#include <string>
#include <vector>

#include "tucana/simulation/options/options.h"

namespace tucana {

/// What is likely to be a mistake though it can be computed, a line each with what to do. `has_galaxy_bodies`: some
/// bodies are part of a halo, disc or bulge.
std::vector<std::string> physics_warnings(const Options& options, bool has_galaxy_bodies);

/// An energy error above which a log row gives a warning: good runs stay far below.
inline constexpr double doubtful_energy_error = 0.01;

}  // namespace tucana
