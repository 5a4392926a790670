#pragma once

#include <string>
#include <vector>

#include "tucana/gravity/precision.h"

namespace tucana::bench {

/// The precisions that the words name, as `engine.precision` does; throws InputError that names the flag.
std::vector<Precision> precisions_of(const std::vector<std::string>& words, const char* flag);

}  // namespace tucana::bench
