#pragma once

#include <memory>
#include <string>

#include "tucana/core/communicator.h"

namespace tucana {

/// The ranks of a program that a launcher of MPI has started several times.
class MpiRanks : public Communicator {
 public:
  /// Ends all ranks at once, wherever they are.
  virtual void abort(int exit_code) = 0;
  /// The name and version of the MPI.
  virtual const std::string& library() const = 0;
};

/// Starts MPI where a launcher says that there are several processes; null where this one is alone. Once in a program.
/// Throws InputError where the launcher started several, and there is no MPI here or that of another launcher, for
/// which each of them would be alone.
std::unique_ptr<MpiRanks> start_mpi();

}  // namespace tucana
