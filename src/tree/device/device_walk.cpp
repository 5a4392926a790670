#include "tucana/tree/device/device_walk.h"

#include <algorithm>
#include <bit>

#include "tucana/gravity/force_engine.h"

namespace tucana::tree {
namespace {

constexpr std::size_t target_bytes = 48, group_bytes = 48, word = sizeof(std::uint32_t);

using device::u32;

/// As kernels/targets.kernel.h counts them.
std::uint32_t number_of(BallKind ball) {
  switch (ball) {
    case BallKind::mean: return 0;
    case BallKind::box: return 1;
    case BallKind::box_or_mean: return 2;
    default: return 3;
  }
}

}  // namespace

void PackedTargets::pack(const Targets& targets, const PairLaw& law, bool softened_each) {
  const std::size_t n = targets.size();
  slot.resize(n);
  columns.resize(8 * n);
  placed = 0;
  for (std::size_t k = 0; k < n; ++k) {
    slot[k] = u32(index(targets.slot[k]));
    if (targets.slot[k] != no_slot) ++placed;
    const double x[3] = {targets.position[k].x, targets.position[k].y, targets.position[k].z};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const FloatPair pair = pair_of(x[axis]);
      columns[axis * n + k] = pair.high;
      columns[(3 + axis) * n + k] = pair.low;
    }
    const double old = targets.old_acceleration.empty() ? 0 : targets.old_acceleration[k];
    columns[6 * n + k] = static_cast<float>(old);
    const double mine = targets.softening2.empty() ? law.eps2 : targets.softening2[k];
    columns[7 * n + k] = static_cast<float>(mine / 2 + (softened_each ? 0 : law.eps2 / 2));
  }
}

void DeviceWalk::take(const PackedTargets& targets, const DeviceTree& tree, const KernelUnits& units) {
  device::Queue& queue = device_->queue();
  size_ = targets.size();
  placed_ = targets.placed;
  device_->grow(slots_, size_ * word);
  device_->grow(columns_, 8 * size_ * sizeof(float));
  queue.write(*slots_, 0, std::as_bytes(std::span(targets.slot)));
  queue.write(*columns_, 0, std::as_bytes(std::span(targets.columns)));
  order(*slots_, *columns_, tree, units);
}

void DeviceWalk::take(const ResidentTargets& targets, const DeviceTree& tree, const KernelUnits& units) {
  size_ = placed_ = targets.size;
  order(targets.slot, targets.columns, tree, units);
}

void DeviceWalk::order(const device::Buffer& slots, const device::Buffer& columns, const DeviceTree& tree,
                       const KernelUnits& units) {
  device_->grow(keys_, size_ * sizeof(std::uint64_t));
  device_->grow(order_, size_ * word);
  device_->grow(targets_, size_ * target_bytes);
  device_->launch("target_keys", size_, {slots, u32(size_), tree.place_buffer(), *keys_, *order_});
  // Test points have all bits set: one more bit than places have is enough.
  device_->sort().sort(device_->queue(), *keys_, *order_, size_, static_cast<int>(std::bit_width(tree.size())) + 1);
  // Powers of two: no rounding.
  device_->launch("order_targets", size_,
                  {columns, *keys_, *order_, u32(size_), static_cast<float>(1 / units.length),
                   static_cast<float>(1 / acceleration_unit(units)), *targets_});
}

void DeviceWalk::make_groups(const DeviceGroupRules& rules) {
  const std::size_t chunks = (placed_ + rules.most - 1) / rules.most + (size_ - placed_);
  const std::uint32_t n = u32(chunks), placed = u32(placed_), most = u32(rules.most), ball = number_of(rules.ball);
  device_->grow(radii_, chunks * sizeof(std::uint64_t));
  device_->grow(chunks_, chunks * word);
  device_->grow(parts_, (chunks + 1) * word);
  device_->grow(group_rows_, group_bytes);
  device_->launch("chunk_radii", chunks, {*targets_, n, placed, most, ball, *radii_, *chunks_});
  device_->sort().sort(device_->queue(), *radii_, *chunks_, chunks, 32);
  const auto split = [&](std::uint32_t writing) {
    device_->launch("split_chunks", chunks + 1,
                    {*targets_, n, placed, most, ball, static_cast<float>(rules.split_radius), rules.span, *radii_,
                     writing, *parts_, *group_rows_});
  };
  split(0);
  device_->scan().exclusive(device_->queue(), *parts_, *parts_, chunks + 1);
  groups_ = device_->read_number(*parts_, chunks);
  device_->grow(group_rows_, groups_ * group_bytes);
  split(1);
}

void DeviceWalk::walk(const DeviceTree& tree, OpeningCriterion criterion, ExpansionOrder order, std::size_t first,
                      std::size_t end) {
  const std::uint32_t quadrupole = order == ExpansionOrder::quadrupole ? 1 : 0;
  first_ = first, end_ = end;
  device_->grow(sums_, 4 * size_ * sizeof(float));
  device_->grow(counts_, 3 * groups_ * word);
  if (end - first < groups_) device_->queue().fill(*sums_, 0, 4 * size_ * sizeof(float), 0);
  device_->launch("scale_groups", groups_,
                  {*targets_, *group_rows_, u32(groups_), static_cast<std::uint32_t>(criterion), quadrupole});
  device_->launch_walk(end - first,
                       {tree.cell_buffer(), tree.cell_row_buffer(), tree.cell_softening_buffer(), tree.body_buffer(),
                        *group_rows_, *targets_, *order_, u32(first), quadrupole, *sums_, *counts_});
  device_->queue().flush();
}

void DeviceWalk::take_accelerations() {
  device_->launch("take_accelerations", size_, {*sums_, *order_, u32(size_), *targets_});
}

void DeviceWalk::read_sums(std::vector<float>& sums) {
  sums.resize(4 * size_);
  device_->queue().read(*sums_, 0, std::as_writable_bytes(std::span(sums)));
}

void DeviceWalk::write_sums(std::span<const float> sums) {
  TUCANA_EXPECT(sums.size() == 4 * size_);
  device_->queue().write(*sums_, 0, std::as_bytes(sums));
}

void DeviceWalk::read_counts(std::vector<std::uint32_t>& counts) {
  counts.resize(3 * (end_ - first_));
  if (!counts.empty()) device_->queue().read(*counts_, 3 * first_ * word, std::as_writable_bytes(std::span(counts)));
}

}  // namespace tucana::tree
