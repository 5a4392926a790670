#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "tucana/gravity/device/device_shard.h"
#include "tucana/gravity/force_engine.h"

namespace tucana {

/// The rows of a source set on one device.
class ShardRows {
 public:
  ShardRows(DeviceShard& shard, Prediction prediction) : shard_(&shard), prediction_(prediction) {}

  /// Rows from min(old, new) on are parked.
  void resize(std::size_t old_rows, std::size_t new_rows);
  /// The memory of the arguments must stay until the queue is finished.
  void write(std::span<const std::uint32_t> slots, const DeviceColumns& columns, std::span<const std::int64_t> times);
  /// The same holds for its argument.
  void park(std::span<const std::uint32_t> slots);
  /// Predicts the rows of all leaves, unless they are at this time already.
  void predict(Tick when, std::size_t leaves);

  /// When a kernel has written to the stored rows.
  void mark_changed() { is_predicted_ = false; }

  device::Buffer& stored() { return *stored_; }
  device::Buffer& times() { return *times_; }
  device::Buffer& predicted();
  std::uint64_t stride() const { return capacity_; }

 private:
  DeviceShard* shard_;
  Prediction prediction_;
  std::size_t capacity_ = 0;  ///< whole leaves
  std::unique_ptr<device::Buffer> stored_, times_, predicted_;
  bool is_predicted_ = false;
  Tick predicted_to_;
};

/// The same rows on every device of an engine.
class DeviceSources final : public SourceSet {
 public:
  DeviceSources(std::span<const std::unique_ptr<DeviceShard>> shards, Prediction prediction);
  ~DeviceSources() override;
  DeviceSources(const DeviceSources&) = delete;
  DeviceSources& operator=(const DeviceSources&) = delete;

  std::size_t size() const override { return size_; }
  void resize(std::size_t rows) override;
  void write(std::span<const Slot> slots, const SourceRows& rows) override;
  void park(std::span<const Slot> slots) override;

  Prediction prediction() const { return prediction_; }
  std::size_t leaves() const { return (size_ + ForceEngine::leaf_rows - 1) / ForceEngine::leaf_rows; }
  ShardRows& on(std::size_t shard) { return rows_[shard]; }

 private:
  void pack(std::span<const Slot> slots);
  void pack(const SourceRows& rows);

  std::span<const std::unique_ptr<DeviceShard>> shards_;
  Prediction prediction_;
  std::size_t size_ = 0;
  std::vector<ShardRows> rows_;
  // What is on its way to the devices.
  std::vector<std::uint32_t> slots_;
  std::vector<std::int64_t> times_;
  DeviceColumns columns_;
};

}  // namespace tucana
