#pragma once

#include <functional>
#include <string>

#include "tucana/app/run_command.h"
#include "tucana/core/communicator.h"

namespace tucana::app {

/// How a run has ended.
struct RunEnd {
  int exit_code = 0;
  std::string problem = {};  ///< to be told as an error, if there is one
};

/// Calls `work` with the ranks of this run: those of MPI where a launcher has started this program several times and
/// run.mpi allows it, otherwise this process alone. Returns the exit code, or throws the problem.
///
/// An error in one of several ranks ends them all: the others would wait for it. What all find, rank 0 tells.
int with_ranks(RunRequest request, const std::function<RunEnd(const RunRequest&, Communicator&)>& work);

}  // namespace tucana::app
