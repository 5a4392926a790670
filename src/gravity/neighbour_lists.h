#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tucana/core/ids.h"

namespace tucana {

/// The neighbours of each target of one evaluation: slots in ascending order, without the target itself.
struct NeighbourLists {
  /// The list of target i is slots[first[i] .. first[i + 1]).
  std::vector<std::size_t> first{0};
  std::vector<Slot> slots;

  std::size_t targets() const { return first.size() - 1; }
  std::span<const Slot> of(std::size_t target) const {
    return std::span(slots).subspan(first[target], first[target + 1] - first[target]);
  }
};

}  // namespace tucana
