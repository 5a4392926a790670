#pragma once

#include <memory>
#include <string>

#include "tucana/gravity/make_engine.h"
#include "tucana/simulation/options/options.h"

namespace tucana {

/// The engine that the options ask for; engine.kind must not be auto.
EngineChoice engine_choice(const Options& options);

/// The engine of a run: by direct sums, or a tree.
std::unique_ptr<ForceEngine> make_run_engine(const Options& options, Workers& workers);

/// Turns engine.kind = auto into the kind that is fastest here, by a measurement of some tenths of a second, and says
/// in one line what was measured. Does nothing, and says nothing, for any other kind.
std::string settle_engine_kind(Options& options);

/// An arithmetic class as this version names it: checkpoints of earlier ones say AVX3 where AVX-512 is meant.
std::string with_current_names(std::string arithmetic_class);

}  // namespace tucana
