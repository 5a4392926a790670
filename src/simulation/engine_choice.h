#pragma once

#include <memory>
#include <string>

#include "tucana/core/communicator.h"
#include "tucana/core/decider.h"
#include "tucana/gravity/make_engine.h"
#include "tucana/simulation/options/options.h"

namespace tucana {

/// The engine of a run: direct sums or a tree. engine.kind must not be auto. Workers and decider outlive it.
/// Forces on many bodies are divided between the ranks, which outlive it too.
std::unique_ptr<ForceEngine> make_run_engine(const Options& options, Workers& workers, Decider& decider = own_decider(),
                                             Communicator& ranks = alone());

/// Replaces engine.kind = auto by the kind that is fastest on the machine that decides, measured in some tenths of a
/// second, and returns one line about it. For any other kind it does nothing and returns "".
std::string settle_engine_kind(Options& options, Decider& decider = own_decider());

}  // namespace tucana
