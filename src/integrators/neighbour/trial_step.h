#pragma once

#include <vector>

#include "tucana/integrators/neighbour/active_block.h"
#include "tucana/integrators/neighbour/block_end.h"
#include "tucana/integrators/neighbour/irregular_part.h"
#include "tucana/integrators/neighbour/neighbour_state.h"
#include "tucana/integrators/neighbour/regular_part.h"

namespace tucana {

/// A step of some bodies to any time between two blocks, both parts, whose results stay in the rows of the block: how
/// bodies are shown, and what changes of them begin with, since between regular steps positions lack the regular
/// correction.
class TrialStep {
 public:
  /// All parts must outlive this.
  TrialStep(NeighbourState& state, ActiveBlock& block, IrregularPart& irregular, RegularPart& regular,
            const BlockEnd& end)
      : state_(state), block_(block), irregular_(irregular), regular_(regular), end_(end) {}

  void make(std::vector<Slot> slots, Tick t);
  /// The same for all bodies; without a step if all of them are at t with both their forces.
  void make_for_all(Tick t);

 private:
  NeighbourState& state_;
  ActiveBlock& block_;
  IrregularPart& irregular_;
  RegularPart& regular_;
  const BlockEnd& end_;
};

}  // namespace tucana
