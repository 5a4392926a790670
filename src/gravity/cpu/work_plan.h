#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>

#include "tucana/gravity/cpu/leaf.h"

namespace tucana::cpu {

/// How an evaluation is divided into units: blocks of targets times ranges of leaves. Ranges are aligned and their
/// length is a power of two, so they are subtrees of the leaf tree: the division may depend on the number of threads
/// without changing a bit.
struct WorkPlan {
  std::size_t blocks = 0;
  std::size_t range_leaves = 1;
  std::size_t ranges = 0;
  bool predict_first = false;  ///< all leaves are predicted once; else a unit predicts the leaves it sums
  bool serial = true;          ///< too little work to wake threads for

  std::size_t units() const { return blocks * ranges; }

  /// About 30 microseconds of work: a prediction counts like two pairs.
  static constexpr std::size_t serial_pairs = 30000;
  /// Units that each worker should find, so that a slow one does not keep the others waiting.
  static constexpr std::size_t units_per_worker = 8;

  static WorkPlan make(std::size_t targets, std::size_t leaves, std::size_t workers) {
    WorkPlan plan;
    plan.blocks = (targets + block_targets - 1) / block_targets;
    plan.serial = workers <= 1 || (targets + 2) * leaves * leaf_rows < serial_pairs;
    plan.predict_first = plan.blocks > 2;
    plan.range_leaves = std::bit_ceil(std::max<std::size_t>(leaves, 1));
    if (!plan.serial)
      while (plan.range_leaves > 1 && plan.blocks * leaves < units_per_worker * workers * plan.range_leaves)
        plan.range_leaves /= 2;
    plan.ranges = (leaves + plan.range_leaves - 1) / plan.range_leaves;
    return plan;
  }
};

}  // namespace tucana::cpu
