#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "tucana/tree/device/device_tree.h"
#include "tucana/tree/groups.h"

namespace tucana::tree {

/// Targets as they are sent to devices: columns x, y, z, their low parts, the last accelerations, 0 where none is
/// known, and the target's share of the squares of softening lengths, or all of it where sources have none.
struct PackedTargets {
  std::vector<std::uint32_t> slot;
  std::vector<float> columns;
  std::size_t placed = 0;  ///< those that are not test points

  void pack(const Targets& targets, const PairLaw& law, bool softened_each);
  std::size_t size() const { return slot.size(); }
};

/// The same on a device; no test points.
struct ResidentTargets {
  const device::Buffer& slot;
  const device::Buffer& columns;
  std::size_t size;
};

/// Rules for dividing targets into groups.
struct DeviceGroupRules {
  std::size_t most;
  double split_radius;
  BallKind ball;
  std::uint32_t span = group_span;  ///< as in GroupRules
};

/// The targets of an evaluation on one device, in groups, and their walks. Kept from one evaluation to the next with
/// its memory.
class DeviceWalk {
 public:
  explicit DeviceWalk(TreeDevice& device) : device_(&device) {}

  /// The memory of the targets must stay until the queue is finished.
  void take(const PackedTargets& targets, const DeviceTree& tree, const KernelUnits& units);
  void take(const ResidentTargets& targets, const DeviceTree& tree, const KernelUnits& units);
  void make_groups(const DeviceGroupRules& rules);
  std::size_t groups() const { return groups_; }

  /// Walks the groups from `first` to `end`, by rules whose reach the cells have. Other rows of the sums become zero.
  void walk(const DeviceTree& tree, OpeningCriterion criterion, ExpansionOrder order, std::size_t first,
            std::size_t end);
  /// Where no last acceleration is known, the one found by the walk of all groups.
  void take_accelerations();

  /// Acceleration and potential without its sign, four numbers per target; pairs with bodies and cells, and examined
  /// cells, three numbers per group. Returns before it is done.
  void read_sums(std::vector<float>& sums);
  void read_counts(std::vector<std::uint32_t>& counts);
  const device::Buffer& sums() const { return *sums_; }
  /// Replaces them. The memory must stay until the queue is finished.
  void write_sums(std::span<const float> sums);

 private:
  void order(const device::Buffer& slots, const device::Buffer& columns, const DeviceTree& tree,
             const KernelUnits& units);

  TreeDevice* device_;
  std::size_t size_ = 0, placed_ = 0, groups_ = 0;
  std::size_t first_ = 0, end_ = 0;  ///< groups of the last walk
  std::unique_ptr<device::Buffer> slots_, columns_, keys_, order_, targets_, radii_, chunks_, parts_, group_rows_,
      sums_, counts_;
};

}  // namespace tucana::tree
