#pragma once

#include <span>
#include <vector>

#include "tucana/core/ids.h"
#include "tucana/gravity/neighbour_lists.h"
#include "tucana/integrators/neighbour/neighbour_bodies.h"

namespace tucana {

/// Bodies far heavier than the mean. They are neighbours of all others, and have no mass as sources of the engine, so
/// that nothing needs to be subtracted from its sums.
class HeavyBodies {
 public:
  /// Finds them. The mean mass of this moment is used until the next call: which bodies are heavy must not depend on
  /// rounding.
  void find(const NeighbourBodies& bodies);
  /// The same where only some slots hold other masses than at the last call, or hold nothing any more.
  void find_again(const NeighbourBodies& bodies, std::span<const Slot> changed);

  bool is_heavy(const NeighbourBody& body) const { return is_heavy(body.mass); }
  std::span<const Slot> slots() const { return slots_; }  ///< ascending
  double mean_mass() const { return mean_mass_; }
  double max_mass_of_others() const { return max_mass_of_others_; }

  /// Adds them to lists that an engine made without them, but none to its own list.
  void add_to(NeighbourLists& lists, std::span<const Slot> owners) const;
  void renumber(std::span<const Slot> new_slot);

 private:
  bool is_heavy(double mass) const { return mass > heavy_ratio * mean_mass_; }
  /// A body is heavy above this number of mean masses (docs/theory/ahmad_cohen.md).
  static constexpr double heavy_ratio = 100;

  void find_in_column(std::size_t bodies);

  std::vector<double> mass_;  ///< of each slot: a column is read faster than rows; empty: to be made anew
  std::vector<Slot> slots_;
  double mean_mass_ = 0, max_mass_of_others_ = 0;
};

}  // namespace tucana
