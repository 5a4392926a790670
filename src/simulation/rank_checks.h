#pragma once

#include <string>

#include "tucana/core/communicator.h"

namespace tucana {

class Simulation;

/// Ranks that compute a run together must be the same program with the same options on like machines: otherwise small
/// differences would grow, each rank holding stars of its own. Throws InputError in all ranks where `own` of one
/// differs from that of rank 0, naming that rank and the first line in which they differ; `what` is "options".
void expect_same_in_ranks(Communicator& ranks, const std::string& what, const std::string& own);

/// Throws FailureError in all ranks where the state of one differs from that of rank 0: a fault of its memory, of its
/// processor, or of this program.
void expect_same_state(Communicator& ranks, Simulation& simulation);

}  // namespace tucana
