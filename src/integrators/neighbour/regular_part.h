#pragma once

#include <vector>

#include "tucana/integrators/neighbour/active_block.h"
#include "tucana/integrators/neighbour/list_change.h"
#include "tucana/integrators/neighbour/neighbour_state.h"
#include "tucana/integrators/neighbour/rank_rows.h"
#include "tucana/integrators/neighbour/regular_rows.h"

namespace tucana {

/// The regular part of a block (Ahmad & Cohen 1973; Nitadori & Aarseth 2012; docs/theory/ahmad_cohen.md): for those
/// bodies of the block whose regular force is due, the engine sums the force of all that are not neighbours and makes
/// new lists, in one pass, and the corrector is applied for the whole regular step.
class RegularPart {
 public:
  /// The state must outlive this.
  explicit RegularPart(NeighbourState& state) : state_(state) {}

  /// Comparing many lists is divided between these ranks.
  void use(Communicator& ranks) { rank_rows_ = RankRows(ranks, state_.engine); }

  /// The bodies of a block that are due and do not wait. Most blocks are between two regular times.
  void select_due(const ActiveBlock& block, Tick t);
  /// These rows of a block, for forces that will not be stored by store().
  void select(std::vector<std::size_t> rows, const ActiveBlock& block, Tick t);

  /// The force of all that are not listed, and the lists; a device may work on it until end_force().
  Pending begin_force(Tick t);
  void end_force(Pending& force);
  /// Corrects the rows of the block, which have taken their irregular step.
  void correct(ActiveBlock& block, Tick t);

  /// Whether the k-th body of the block for which select_due() was called was due, even if it waits.
  bool was_due(std::size_t k) const { return any_due_ && rows_.row_of[k] != RegularRows::not_due; }
  /// What the k-th body of that block, if it was due, keeps of the results. It is stored here.
  void store(std::size_t k, Slot slot, Tick t);

  /// The selected bodies, for the engine, and its results.
  const RegularRows& rows() const { return rows_; }
  std::size_t size() const { return rows_.size(); }

 private:
  void set_row(std::size_t r, const ActiveBlock& block, Tick t);
  void correct_own(const RankRows::Share& own, ActiveBlock& block, Tick t);
  PartialForce moved_by_list(std::size_t r, ListChange& change, Tick t) const;
  void correct_row(std::size_t r, ActiveBlock& block, Tick t);
  double next_sphere_of(std::size_t r, const NeighbourBody& body, const ActiveRow& row) const;

  NeighbourState& state_;
  RegularRows rows_;
  RankRows rank_rows_;
  bool any_due_ = false;                  ///< then rows_.row_of belongs to the block
  std::vector<ListChange> list_changes_;  ///< one for each worker
};

}  // namespace tucana
