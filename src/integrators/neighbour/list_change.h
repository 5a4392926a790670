#pragma once

#include <span>

#include "tucana/core/ids.h"
#include "tucana/gravity/partial_force.h"

namespace tucana {

/// What goes from the regular to the irregular sum when a sorted list changes: the pulls of those gained less those of
/// the lost. Exactly zero for a list that does not change, whatever the two sums are computed in: else their rounding
/// would look like a change of the regular force (Nitadori & Aarseth 2012, section 3.6).
template <class PullOf>
PartialForce moved_between_sums(std::span<const Slot> before, std::span<const Slot> after, const PullOf& pull_of) {
  PartialForce moved;
  std::size_t b = 0, a = 0;
  while (b < before.size() || a < after.size()) {
    if (a == after.size() || (b < before.size() && before[b] < after[a]))
      moved -= pull_of(before[b++]);
    else if (b == before.size() || after[a] < before[b])
      moved += pull_of(after[a++]);
    else
      ++a, ++b;
  }
  return moved;
}

}  // namespace tucana
