#pragma once

#include <vector>

#include "tucana/core/tick.h"
#include "tucana/core/vec3.h"
#include "tucana/integrators/slots/slot_table.h"

namespace tucana {

/// The bodies of a block or a peek: their predicted, then corrected state, and what was evaluated there. The columns
/// keep the state at the start of the step until the block is stored.
struct ActiveRows {
  /// `snap`: whether the engine computes it.
  explicit ActiveRows(bool snap) : has_snap(snap) {}

  bool has_snap;
  std::vector<Slot> slot;
  std::vector<double> h, wanted_step, mass;
  std::vector<Vec3> x, v, a, j;
  std::vector<Vec3> s, c, expected_a;  ///< only with the snap, which depends on the last of these
  std::vector<Tick> time;

  std::size_t size() const { return slot.size(); }
  /// All columns as long as `slot`.
  void fit() {
    const std::size_t n = size();
    for (auto* column : {&h, &wanted_step, &mass}) column->resize(n);
    for (auto* column : {&x, &v, &a, &j}) column->resize(n);
    if (has_snap)
      for (auto* column : {&s, &c, &expected_a}) column->resize(n);
    time.resize(n);
  }
  void take(std::vector<Slot> slots) {
    slot = std::move(slots);
    fit();
  }
};

}  // namespace tucana
