#pragma once

#include <vector>

#include "tucana/integrators/neighbour/active_block.h"
#include "tucana/integrators/neighbour/block_end.h"
#include "tucana/integrators/neighbour/neighbour_state.h"
#include "tucana/integrators/neighbour/regular_part.h"

namespace tucana {

/// Bodies that have no past, all at the start of a run or a few later, get their first spheres, lists, forces and
/// steps.
class FirstSteps {
 public:
  /// All parts must outlive this.
  FirstSteps(NeighbourState& state, ActiveBlock& block, RegularPart& regular, const BlockEnd& end)
      : state_(state), block_(block), regular_(regular), end_(end) {}

  /// These bodies are at t, are filed under no step, and the copies of all bodies are up to date.
  void make(std::vector<Slot> slots, Tick t);

 private:
  void find_spheres(Tick t);
  void find_steps(Tick t);
  void store_regular(Tick t);
  void store_irregular(Tick t);

  NeighbourState& state_;
  ActiveBlock& block_;
  RegularPart& regular_;
  const BlockEnd& end_;
};

}  // namespace tucana
