#pragma once

#include "tucana/core/communicator.h"
#include "tucana/integrators/neighbour/active_block.h"
#include "tucana/integrators/neighbour/neighbour_state.h"
#include "tucana/integrators/neighbour/rank_rows.h"

namespace tucana {

/// The irregular part of a block (Makino & Aarseth 1992; docs/theory/ahmad_cohen.md): every body is predicted, the
/// force of its neighbours is summed, it is corrected, and its next step is chosen, in one go while it is in the cache.
class IrregularPart {
 public:
  /// The state must outlive this.
  explicit IrregularPart(const NeighbourState& state) : state_(state) {}

  /// The bodies of a large block are divided between these ranks.
  void use(Communicator& ranks) { rank_rows_ = RankRows(ranks, state_.engine); }

  /// Fills in the rows of a block. The regular force is extrapolated, and subsystems have been advanced to t.
  void step(ActiveBlock& block, Tick t);

 private:
  void step_share(const RankRows::Share& share, ActiveBlock& block, Tick t) const;
  void share_with_others(const RankRows::Share& own, ActiveBlock& block, Tick t);
  /// What limits a step beside the criterion.
  void limit_step(const NeighbourBody& body, std::size_t neighbours, Tick t, const ActiveFacts& facts,
                  ActiveRow& row) const;
  std::uint32_t neighbours_of(Slot slot) const {
    return static_cast<std::uint32_t>(state_.bodies.list[index(slot)].size());
  }

  const NeighbourState& state_;
  RankRows rank_rows_;
};

}  // namespace tucana
