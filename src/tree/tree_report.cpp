#include <algorithm>

#include "tucana/tree/tree_engine.h"

namespace tucana {

WalkReport TreeReport::walk_since(const TreeReport& before, double size, double age) const {
  const std::uint64_t entries = far_cells + checked_cells - before.far_cells - before.checked_cells;
  return {walk - before.walk, {body_pairs - before.body_pairs, cell_pairs - before.cell_pairs, entries}, size, age};
}

bool has_old_accelerations(const Targets& targets) {
  const auto& old = targets.old_acceleration;
  return !old.empty() && std::all_of(old.begin(), old.end(), [](double size) { return size > 0; });
}

}  // namespace tucana
