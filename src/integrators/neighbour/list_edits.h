#pragma once

#include <span>
#include <vector>

#include "tucana/core/ids.h"
#include "tucana/gravity/partial_force.h"
#include "tucana/integrators/changes/change_forces.h"
#include "tucana/integrators/neighbour/neighbour_bodies.h"

namespace tucana {

// Changes of neighbour lists between regular steps, and what they move between the two sums.

/// Changes the two forces on a body, and its past so that it leads to the present position at t
/// (docs/theory/changes.md).
void rewrite_past(NeighbourBody& body, const PartialForce& irregular, const PartialForce& regular, Tick t);

/// Sources of difference, by the slots of the bodies that they belong to.
class DifferencesBySlot {
 public:
  DifferencesBySlot(std::span<const ChangeForces::Difference> differences, std::size_t slots);
  /// Of all bodies that they belong to, each as often as it has sources.
  std::vector<Slot> slots() const;
  /// The force of those that belong to bodies on a list.
  PartialForce pull_of_listed(std::span<const Slot> list, const BodyAt& target, const PairLaw& law) const;

 private:
  std::vector<ChangeForces::Difference> rows_;  ///< sorted by slot; those without a slot are left out
  std::vector<std::uint32_t> first_;            ///< by slot: its first row, or none
  static constexpr std::uint32_t none = ~std::uint32_t{0};
};

}  // namespace tucana
