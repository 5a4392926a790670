#pragma once

#include <vector>

#include "tucana/core/communicator.h"
#include "tucana/core/file_descriptor.h"

namespace tucana {

/// TCP connections between rank 0 and each other rank, apart from those of MPI.
struct RankSockets {
  /// In rank 0: socket[r] leads to rank r, and socket[0] is empty. In other ranks: one socket, to rank 0.
  std::vector<FileDescriptor> socket;
};

/// All ranks together. Empty in all ranks where one of them cannot reach rank 0 within some seconds.
RankSockets connect_ranks(Communicator& ranks);

}  // namespace tucana
