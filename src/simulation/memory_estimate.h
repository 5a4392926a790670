#pragma once

#include <cstddef>

#include "tucana/simulation/options/options.h"

namespace tucana {

/// About how much memory of the machine a run of n bodies takes at its peak: the program, and for each body the state,
/// the rows of the engine, the analysis and the image of a checkpoint that is being written.
double bytes_of_run(const Options& options, std::size_t n);

}  // namespace tucana
