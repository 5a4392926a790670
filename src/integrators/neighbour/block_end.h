#pragma once

#include "tucana/integrators/neighbour/active_block.h"
#include "tucana/integrators/neighbour/neighbour_state.h"
#include "tucana/integrators/neighbour/regular_part.h"

namespace tucana {

/// The end of a block: its rows are checked, become the state, and its bodies are filed under their next steps. Nothing
/// can fail after check(), so that a failure leaves bodies, schedules and counts as they were before the block.
class BlockEnd {
 public:
  /// The state must outlive this.
  explicit BlockEnd(NeighbourState& state) : state_(state) {}

  /// Throws StepFailure for a body that is not finite or needs a step below the shortest one; InputError at tick 0.
  /// Whether something may be wrong was noticed row by row (ActiveBlock::look_at): only then are they searched.
  void check(ActiveBlock& block, Tick t) const;
  void check_finite(const ActiveBlock& block, Tick t) const;
  void check_steps(const ActiveBlock& block, Tick t) const;

  void store(ActiveBlock& block, RegularPart& regular, Tick t) const;
  /// The schedules have been advanced to the time of the block.
  void file_steps(const ActiveBlock& block, const RegularPart& regular) const;

 private:
  NeighbourState& state_;
};

}  // namespace tucana
