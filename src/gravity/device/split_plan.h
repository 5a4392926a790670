#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>

#include "tucana/gravity/force_engine.h"

namespace tucana {

/// What a device wants of a launch.
struct LaunchTraits {
  std::size_t lanes = 1;         ///< targets of a work-item
  std::size_t group_size = 128;  ///< work-items of a group
  std::size_t wanted_groups = 64;
  bool tiles = true;  ///< sources go through local memory, leaf lanes are possible
};

/// How the targets and leaves of one device are cut into work-items (kernels/force.kernel.h). No choice here touches
/// a bit of the results: subranges are subtrees of the fixed tree of leaves.
struct SplitPlan {
  std::size_t group_size = 1;
  std::size_t leaf_lanes = 1;
  std::size_t leaves_per_item = 1;
  std::size_t groups_x = 0, groups_y = 0;
  std::size_t padded_targets = 0;
  std::size_t subranges = 0;  ///< with leaves in them; groups_y * leaf_lanes are written

  static constexpr std::size_t most_leaves_per_item = 128;  // 2^(LEVELS - 1) of the kernel
  static constexpr std::size_t most_leaf_lanes = 32;

  std::size_t written_subranges() const { return groups_y * leaf_lanes; }

  /// `block_leaves`: subranges must not be longer, since the caller wants the sums of such blocks.
  static SplitPlan make(std::size_t targets, std::size_t leaves, std::size_t block_leaves, const LaunchTraits& device) {
    SplitPlan plan;
    const std::size_t vectors = (targets + device.lanes - 1) / device.lanes;
    plan.group_size = device.group_size;
    if (device.tiles) {
      // Few targets: the items of a group share them and take different leaves.
      while (plan.leaf_lanes < most_leaf_lanes && plan.leaf_lanes < leaves && 2 * plan.leaf_lanes <= plan.group_size &&
             vectors * 2 * plan.leaf_lanes <= plan.group_size)
        plan.leaf_lanes *= 2;
    } else {
      // Whole groups or single items: CPU devices compile a kernel anew for every size of a group.
      if (vectors < plan.group_size) plan.group_size = 1;
    }
    const std::size_t vectors_of_group = plan.group_size / plan.leaf_lanes;
    plan.groups_x = (vectors + vectors_of_group - 1) / vectors_of_group;
    plan.padded_targets = plan.groups_x * vectors_of_group * device.lanes;
    plan.leaves_per_item = std::min({most_leaves_per_item, std::bit_ceil(leaves), block_leaves});
    const auto groups_of = [&](std::size_t per_item) {
      const std::size_t ranges = (leaves + per_item - 1) / per_item;
      return plan.groups_x * ((ranges + plan.leaf_lanes - 1) / plan.leaf_lanes);
    };
    while (plan.leaves_per_item > 1 && groups_of(plan.leaves_per_item) < device.wanted_groups)
      plan.leaves_per_item /= 2;
    plan.subranges = (leaves + plan.leaves_per_item - 1) / plan.leaves_per_item;
    plan.groups_y = (plan.subranges + plan.leaf_lanes - 1) / plan.leaf_lanes;
    return plan;
  }
};

}  // namespace tucana
