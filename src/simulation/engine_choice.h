#pragma once

#include <memory>
#include <string>

#include "tucana/gravity/make_engine.h"
#include "tucana/simulation/options/options.h"

namespace tucana {

/// The engine of a run: direct sums or a tree. engine.kind must not be auto.
std::unique_ptr<ForceEngine> make_run_engine(const Options& options, Workers& workers);

/// Replaces engine.kind = auto by the kind that is fastest on this machine, measured in some tenths of a second, and
/// returns one line about the measurement. For any other kind it does nothing and returns "".
std::string settle_engine_kind(Options& options);

}  // namespace tucana
