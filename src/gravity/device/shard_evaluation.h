#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tucana/gravity/device/device_shard.h"
#include "tucana/gravity/device/device_sources.h"

namespace tucana {

/// What all devices of an engine do together.
struct DeviceTask {
  Tick when;
  Targets targets;
  double eps2;
  ForceVariant variant;
  ListRule list_rule;
  bool far_only;
};

/// One device's share of it: targets first_target .. + targets, and leaves first_leaf .. end_leaf, which are added in
/// blocks of `block_leaves`, a power of two that divides first_leaf.
struct DeviceShare {
  std::size_t first_target = 0, targets = 0;
  std::size_t first_leaf = 0, end_leaf = 0, block_leaves = 1;

  std::size_t blocks() const { return (end_leaf - first_leaf + block_leaves - 1) / block_leaves; }
};

/// Sums that stay on a device: column c, of totals, begins at number c total_columns() stride of `sums`.
struct RowSums {
  device::Buffer& sums;
  std::uint64_t stride;
};

/// The share of one device, from the launch to the answers. Kept from one evaluation to the next with its memory.
class ShardEvaluation {
 public:
  explicit ShardEvaluation(DeviceShard& shard) : shard_(&shard) {}

  /// Bytes of scratch memory that one target takes, lists of `list_capacity` slots in each part included.
  std::size_t bytes_per_target(const DeviceTask& task, const DeviceShare& share, std::size_t list_capacity) const;

  /// Sends everything to the device and returns. The lists may hold `list_capacity` slots in each part.
  void start(const DeviceTask& task, const DeviceShare& share, ShardRows& rows, std::size_t list_capacity);
  void finish();

  /// The sums of a share whose targets are rows of the sources themselves. Sends everything and returns; nothing is
  /// read back.
  RowSums start_row_sums(const DeviceTask& task, const DeviceShare& share, ShardRows& rows);

  /// Energies and angular momentum of the leaves of a share whose targets are the rows of those leaves themselves, all
  /// on the device. Sends everything and returns.
  void start_conserved(const DeviceTask& task, const DeviceShare& share, ShardRows& rows);
  /// Waits, and pushes the sums of the leaves in their order: the five of Conserved.
  void finish_conserved(DeviceTree& tree);

  // Valid after finish(); targets count from the first of the share.
  DeviceTotal sum(std::size_t block, std::size_t component, std::size_t target) const;
  double nearest_distance2(std::size_t target) const;
  Slot nearest(std::size_t target) const { return Slot{nearest_[target]}; }
  std::span<const std::uint32_t> list(std::size_t target) const {
    return std::span(gathered_).subspan(first_[target], lengths_[target]);
  }
  /// The longest part of the target's list; the list is complete when it is at most the capacity.
  std::size_t longest_part(std::size_t target) const { return longest_parts_[target]; }
  const DeviceShare& share() const { return share_; }

 private:
  SplitPlan plan_of(const DeviceShare& share) const;
  void send_targets(const DeviceTask& task);
  void launch_pairs(const DeviceTask& task, ShardRows& rows);
  void launch_reduction();
  void read_back();
  void gather_lists();

  DeviceShard* shard_;
  DeviceShare share_;
  SplitPlan plan_;
  ForceVariant variant_;
  std::size_t list_capacity_ = 0;
  DeviceColumns columns_;
  std::vector<std::uint32_t> self_slots_;
  // What comes back.
  std::vector<std::byte> sums_, distance2_, leaf_sums_;
  std::vector<std::uint32_t> nearest_, lengths_, longest_parts_, gathered_;
  std::vector<std::uint64_t> first_;
};

}  // namespace tucana
