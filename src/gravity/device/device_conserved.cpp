#include <algorithm>
#include <array>
#include <bit>

#include "tucana/gravity/device/device_engine.h"
#include "tucana/gravity/source_checks.h"

namespace tucana {
namespace {

constexpr std::size_t leaf_rows = ForceEngine::leaf_rows;
constexpr std::size_t quantities = 5;

std::size_t leaves_of(const DeviceShare& share) { return (share.targets + leaf_rows - 1) / leaf_rows; }

}  // namespace

void ShardEvaluation::start_conserved(const DeviceTask& task, const DeviceShare& share, ShardRows& rows) {
  const RowSums potential = start_row_sums(task, share, rows);
  const DeviceFormat format = shard_->format();
  device::Queue& queue = shard_->queue();
  const std::size_t leaves = leaves_of(share);
  leaf_sums_.resize(quantities * format.total_columns() * leaves * format.real_bytes());
  auto& sums = shard_->scratch(Scratch::leaf_sums, leaf_sums_.size());
  queue.launch(
      shard_->kernels().of_rows(variant_.prediction, "conserved_of_leaves"), device::grid_over(leaves),
      {rows.predicted(), static_cast<std::uint32_t>(share.first_target), static_cast<std::uint32_t>(share.targets),
       potential.sums, potential.stride, sums, static_cast<std::uint32_t>(leaves)});
  queue.read(sums, 0, leaf_sums_);
  queue.flush();
}

void ShardEvaluation::finish_conserved(DeviceTree& tree) {
  shard_->queue().finish();
  std::array<DeviceTotal, quantities> sums;
  for (std::size_t leaf = 0; leaf < leaves_of(share_); ++leaf) {
    for (std::size_t q = 0; q < quantities; ++q)
      sums[q] = load_total(shard_->format(), leaf_sums_, q, leaves_of(share_), leaf);
    tree.push(sums);
  }
}

Conserved DeviceEngine::conserved(SourceSet& sources, Tick when, const PairLaw& law) {
  check_law(law, format_.precision);
  if (active_) complete(*active_);
  auto& rows = static_cast<DeviceSources&>(sources);
  const std::size_t leaves = rows.leaves();
  Wanted wanted;
  wanted.acceleration = false;
  wanted.potential = true;
  const DeviceTask task{when, {}, law.eps2, ForceVariant::of(wanted, rows.prediction()), ListRule::distance, false};
  // A tree over leaves, as in all sums: the bits do not depend on which device computed which leaf.
  DeviceTree tree;
  tree.clear(quantities);
  // Pieces of whole leaves, one per device at a time: an equal part for each, or what the scratch memory holds (a row
  // has at most one total of 8 bytes for each leaf, and as much again for rounding up).
  const std::size_t devices = shards_.size();
  const std::size_t most = scratch_limit_ / std::max<std::size_t>(leaves, 1) / 16 / leaf_rows;
  const std::size_t piece =
      std::clamp<std::size_t>((leaves + devices - 1) / devices, 1, std::max<std::size_t>(most, 1));
  for (std::size_t leaf = 0; leaf < leaves;) {
    std::size_t started = 0;
    for (; started < devices && leaf < leaves; ++started, leaf += piece) {
      const std::size_t first = leaf * leaf_rows, end = std::min((leaf + piece) * leaf_rows, rows.size());
      const DeviceShare share{first, end - first, 0, leaves, std::bit_ceil(leaves)};
      evaluations_[started].start_conserved(task, share, rows.on(started));
    }
    for (std::size_t d = 0; d < started; ++d) evaluations_[d].finish_conserved(tree);
  }
  std::array<DeviceTotal, quantities> sums;
  tree.finish(sums);
  return {sums[0].value(), sums[1].value(), {sums[2].value(), sums[3].value(), sums[4].value()}};
}

}  // namespace tucana
