#include <algorithm>
#include <bit>

#include "tucana/gravity/device/device_engine.h"
#include "tucana/gravity/source_checks.h"

namespace tucana {

RowSums ShardEvaluation::start_row_sums(const DeviceTask& task, const DeviceShare& share, ShardRows& rows) {
  share_ = share;
  variant_ = task.variant;
  list_capacity_ = 0;
  plan_ = plan_of(share);
  rows.predict(task.when, share.end_leaf);
  const DeviceFormat format = shard_->format();
  const std::uint64_t n = plan_.padded_targets;
  const std::size_t columns = format.columns(DeviceFormat::target_high_columns(variant_.snap));
  auto& targets = shard_->scratch(Scratch::targets, columns * n * format.real_bytes());
  auto& slots = shard_->scratch(Scratch::self_slots, n * sizeof(std::uint32_t));
  shard_->queue().launch(shard_->kernels().of_rows(variant_.prediction, "targets_from_rows"), device::grid_over(n),
                         {rows.predicted(), static_cast<std::uint32_t>(share.first_target),
                          static_cast<std::uint32_t>(share.targets), variant_.snap ? 1U : 0U, targets, n, slots});
  launch_pairs(task, rows);
  launch_reduction();
  return {shard_->scratch(Scratch::sums, 0), n};
}

namespace {

DeviceTask derivatives_of_rows(const DeviceSources& sources, Tick when, const PairLaw& law) {
  Wanted wanted;
  wanted.snap = true;
  return {when, {}, law.eps2, ForceVariant::of(wanted, sources.prediction()), ListRule::distance, false};
}

DeviceShare rows_against_all(const DeviceSources& sources, std::size_t first, std::size_t count) {
  return {first, count, 0, sources.leaves(), std::bit_ceil(sources.leaves())};
}

}  // namespace

RowSums DeviceEngine::start_row_sums(std::size_t device, DeviceSources& sources, Tick when, const PairLaw& law,
                                     std::size_t first, std::size_t count) {
  check_law(law, format_.precision);
  if (active_) complete(*active_);
  return evaluations_[device].start_row_sums(derivatives_of_rows(sources, when, law),
                                             rows_against_all(sources, first, count), sources.on(device));
}

std::size_t DeviceEngine::most_rows_at_once(const DeviceSources& sources, std::size_t count) const {
  const DeviceTask task = derivatives_of_rows(sources, {}, {});
  const std::size_t bytes = evaluations_.front().bytes_per_target(task, rows_against_all(sources, 0, count), 0);
  return std::max<std::size_t>(scratch_limit_ / std::max<std::size_t>(bytes, 1), 1);
}

}  // namespace tucana
