#include "tucana/gravity/device/device_sources.h"

#include <algorithm>

#include "tucana/gravity/source_checks.h"

namespace tucana {
namespace {

constexpr std::size_t rows_a_leaf = ForceEngine::leaf_rows;

}  // namespace

void ShardRows::resize(std::size_t old_rows, std::size_t new_rows) {
  is_predicted_ = false;
  device::Queue& queue = shard_->queue();
  const std::size_t needed = (new_rows + rows_a_leaf - 1) / rows_a_leaf * rows_a_leaf;
  if (needed > capacity_) {
    const DeviceFormat format = shard_->format();
    const std::size_t columns = format.columns(DeviceFormat::source_high_columns(prediction_));
    // Half as much again, so that bodies that come one by one do not move all the others each time.
    const std::size_t capacity =
        capacity_ == 0 ? needed : std::max(needed, capacity_ + capacity_ / 2 / rows_a_leaf * rows_a_leaf);
    auto stored = shard_->context().allocate(columns * capacity * format.real_bytes());
    auto times = shard_->context().allocate(capacity * sizeof(std::int64_t));
    if (old_rows > 0) {
      for (std::size_t column = 0; column < columns; ++column)
        queue.copy(*stored_, column * capacity_ * format.real_bytes(), *stored, column * capacity * format.real_bytes(),
                   old_rows * format.real_bytes());
      queue.copy(*times_, 0, *times, 0, old_rows * sizeof(std::int64_t));
      queue.finish();  // before the old columns go
    }
    stored_ = std::move(stored);
    times_ = std::move(times);
    predicted_.reset();
    capacity_ = capacity;
  }
  const std::size_t first = std::min(old_rows, new_rows);
  if (first < capacity_)
    queue.launch(
        shard_->kernels().of_rows(prediction_, "park_range"), device::grid_over(capacity_ - first),
        {*stored_, *times_, stride(), static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(capacity_)});
}

void ShardRows::write(std::span<const std::uint32_t> slots, const DeviceColumns& columns,
                      std::span<const std::int64_t> times) {
  is_predicted_ = false;
  device::Queue& queue = shard_->queue();
  device::Buffer& to_slots = shard_->scratch(Scratch::changed_slots, slots.size_bytes());
  device::Buffer& to_rows = shard_->scratch(Scratch::changed_rows, columns.bytes().size());
  device::Buffer& to_times = shard_->scratch(Scratch::changed_times, times.size_bytes());
  queue.write(to_slots, 0, std::as_bytes(slots));
  queue.write(to_rows, 0, columns.bytes());
  queue.write(to_times, 0, std::as_bytes(times));
  queue.launch(shard_->kernels().of_rows(prediction_, "scatter_rows"), device::grid_over(slots.size()),
               {*stored_, *times_, stride(), to_slots, to_rows, to_times, static_cast<std::uint32_t>(slots.size())});
}

void ShardRows::park(std::span<const std::uint32_t> slots) {
  is_predicted_ = false;
  device::Queue& queue = shard_->queue();
  device::Buffer& to_slots = shard_->scratch(Scratch::changed_slots, slots.size_bytes());
  queue.write(to_slots, 0, std::as_bytes(slots));
  queue.launch(shard_->kernels().of_rows(prediction_, "park_slots"), device::grid_over(slots.size()),
               {*stored_, *times_, stride(), to_slots, static_cast<std::uint32_t>(slots.size())});
}

device::Buffer& ShardRows::predicted() {
  if (!predicted_) predicted_ = shard_->context().allocate(capacity_ * shard_->format().row_bytes(prediction_));
  return *predicted_;
}

void ShardRows::predict(Tick when, std::size_t leaves) {
  if (is_predicted_ && predicted_to_ == when) return;
  const std::size_t rows = leaves * rows_a_leaf;
  shard_->queue().launch(shard_->kernels().of_rows(prediction_, "predict_rows"), device::grid_over(rows),
                         {*stored_, *times_, stride(), when.n, predicted(), static_cast<std::uint32_t>(rows)});
  is_predicted_ = true;
  predicted_to_ = when;
}

DeviceSources::DeviceSources(std::span<const std::unique_ptr<DeviceShard>> shards, Prediction prediction)
    : shards_(shards), prediction_(prediction) {
  for (const auto& shard : shards) rows_.emplace_back(*shard, prediction);
}

DeviceSources::~DeviceSources() {
  for (const auto& shard : shards_) shard->finish_quietly();
}

void DeviceSources::resize(std::size_t rows) {
  for (auto& on_shard : rows_) on_shard.resize(size_, rows);
  size_ = rows;
}

void DeviceSources::pack(const SourceRows& rows) {
  const std::size_t n = rows.mass.size();
  const DeviceFormat format = shards_.front()->format();
  columns_.reset(format, DeviceFormat::source_high_columns(prediction_), n);
  times_.resize(n);
  const auto derivative = [](std::span<const Vec3> column, std::size_t k) {
    return column.empty() ? Vec3{} : column[k];
  };
  for (std::size_t k = 0; k < n; ++k) {
    times_[k] = rows.time[k].n;
    columns_.put(0, k, rows.position[k]);
    columns_.put(3, k, rows.mass[k]);
    columns_.put(4, k, rows.velocity[k]);
    columns_.put(7, k, derivative(rows.acceleration, k));
    columns_.put(10, k, derivative(rows.jerk, k));
    if (prediction_ == Prediction::crackle) {
      columns_.put(13, k, derivative(rows.snap, k));
      columns_.put(16, k, derivative(rows.crackle, k));
    }
  }
}

void DeviceSources::pack(std::span<const Slot> slots) {
  // What an earlier call packed may still be on its way.
  for (const auto& shard : shards_) shard->queue().finish();
  slots_.resize(slots.size());
  for (std::size_t k = 0; k < slots.size(); ++k) slots_[k] = static_cast<std::uint32_t>(index(slots[k]));
}

void DeviceSources::park(std::span<const Slot> slots) {
  check_slots(slots, size_);
  if (slots.empty()) return;
  pack(slots);
  for (auto& on_shard : rows_) on_shard.park(slots_);
}

void DeviceSources::write(std::span<const Slot> slots, const SourceRows& rows) {
  check_source_rows(slots, rows, size_, shards_.front()->format().precision);
  if (slots.empty()) return;
  pack(slots);
  pack(rows);
  for (auto& on_shard : rows_) on_shard.write(slots_, columns_, times_);
}

}  // namespace tucana
