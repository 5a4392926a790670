#pragma once

#include "tucana/core/communicator.h"

namespace tucana {

/// The number of threads that a rank starts where `threads` were asked for. With 0, all processors, ranks of one
/// machine share these where their launcher has not bound each to some of its own.
int threads_of_rank(int threads, const Communicator& ranks);

}  // namespace tucana
