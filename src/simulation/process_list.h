#pragma once

#include <memory>
#include <vector>

#include "tucana/core/function_ref.h"
#include "tucana/core/process.h"

namespace tucana {

/// The processes of a simulation, in the order in which they were added, and when each has acted last.
class ProcessList {
 public:
  /// Throws InputError for a name that another one has or that is not in snake_case.
  void add(std::unique_ptr<Process> process);
  /// What their file says of the stars beside their table; before start().
  void read_columns(const Stars& stars, const StarColumns& columns);
  void start(const Stars& stars, const UnitScale& units);

  void touched(StarId one, StarId other);

  /// Whether any process wants to act at a block time and has not done so yet.
  bool any_due(Tick now) const;
  /// Calls `act` for the first process that is due, and returns it; nullptr if none is. Where `act` throws, the process
  /// gets the state back that it had before, and is still due.
  const Process* act_next(Tick now, FunctionRef<void(Process&)> act);

  /// What the processes tell about stars at a time, and how they count them.
  StarColumns columns(Tick t, const Stars& stars) const;
  std::vector<Census> census(const Stars& stars) const;

  /// With the state of all processes. Throws InputError when loading that of other processes.
  void describe(Archive& archive);

 private:
  struct Entry {
    std::unique_ptr<Process> process;
    Tick acted{-1};  ///< the last block time at which it did

    bool is_due(Tick now) const { return acted < now && process->next() <= now; }
  };

  std::vector<Entry> entries_;
};

}  // namespace tucana
