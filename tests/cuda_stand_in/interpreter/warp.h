#pragma once

#include <span>

#include "tests/cuda_stand_in/interpreter/thread.h"

namespace cuda_stand_in {

/// Does the exchanges (shfl, vote, ...) for which every thread named is there. True when some thread can go on.
bool exchange(std::span<Thread> warp);

/// Lets the threads of the block pass the barrier where all that have not ended wait. False when there is nobody, or
/// when they wait at different places: the block has failed then.
bool pass_barrier(Block& block);

}  // namespace cuda_stand_in
