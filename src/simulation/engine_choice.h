#pragma once

#include <string>

#include "tucana/gravity/make_engine.h"
#include "tucana/simulation/options/options.h"

namespace tucana {

/// The engine that the options ask for; engine.kind must not be auto.
EngineChoice engine_choice(const Options& options);

/// Turns engine.kind = auto into the kind that is fastest here, by a measurement of some tenths of a second, and says
/// in one line what was measured. Does nothing, and says nothing, for any other kind.
std::string settle_engine_kind(Options& options);

}  // namespace tucana
