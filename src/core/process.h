#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tucana/core/archive.h"
#include "tucana/core/change_set.h"
#include "tucana/core/event.h"
#include "tucana/core/star_columns.h"
#include "tucana/core/stars.h"
#include "tucana/core/tick.h"
#include "tucana/core/units.h"

namespace tucana {

/// How many stars are of each kind, under a name in snake_case: a line of the log has it as an object.
struct Census {
  std::string name;
  std::vector<std::pair<std::string, std::int64_t>> counts;
};

/// Something that changes stars at times of its own choice: stellar evolution, the removal of escapers. A process does
/// not know integrators. It says when it wants to act; a simulation then shows it all stars at a block time, and
/// applies the changes that it asks for. Its decisions depend on these stars and on its own state alone, so that a run
/// gives the same bits for any output cadence, any number of threads and after any restart.
class Process {
 public:
  virtual ~Process() = default;

  /// In snake_case, and different from those of the other processes of a run: it appears in files.
  virtual std::string_view name() const = 0;

  /// Before start(): what the file of the stars says about them beside the table.
  virtual void read_columns(const Stars&, const StarColumns&) {}
  /// A new run starts with these stars, at tick 0. Not called at a restart, which loads the state by describe().
  virtual void start(const Stars&, const UnitScale&) {}

  /// When it wants to act next; Tick::never if it does not want to any more. It acts at the first block time from then
  /// on at which stars can be changed, and once at each block time at most, even if it asks for an earlier time.
  virtual Tick next() const = 0;

  /// Two stars have touched, at the last block. A process that wants to do something about it
  /// asks to act at once. It may be told about stars that have merged by now.
  virtual void touched(StarId /*one*/, StarId /*other*/) {}

  /// What is to change now, and what happened. If the changes cannot be applied, the run fails, and the process is set
  /// back to its state before this call.
  virtual ChangeSet act(Tick now, const Stars& stars, EventSink& events) = 0;

  /// Setting back takes a copy of the whole state before each act(). A process with a large state may do without: if
  /// this is true, act() leaves the state as it is, and applied() follows where the changes have been applied.
  virtual bool waits_until_applied() const { return false; }
  virtual void applied() {}

  /// What files should say about these stars at this time, from the last block on: a value for each of them.
  virtual StarColumns columns(Tick, const Stars&) const { return {}; }
  /// For the log.
  virtual std::vector<Census> census(const Stars&) const { return {}; }

  /// Everything that its next actions depend on.
  virtual void describe(Archive& archive) = 0;
};

}  // namespace tucana
