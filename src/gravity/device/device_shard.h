#pragma once

#include <array>
#include <cstddef>
#include <memory>

#include "tucana/device/context.h"
#include "tucana/gravity/device/kernel_set.h"
#include "tucana/gravity/device/split_plan.h"

namespace tucana {

/// How work is laid out on a device; 0 lets the device choose.
struct DeviceLayout {
  std::size_t group_size = 0;
  std::size_t lanes = 0;  ///< targets of a work-item; 1 is what a GPU has, with sources in local memory
};

/// Scratch memory of an evaluation; each grows as needed and is kept.
enum class Scratch {
  targets,
  self_slots,
  partial_sums,
  partial_distance2,
  partial_nearest,
  list_counts,
  list_slots,
  sums,
  distance2,
  nearest,
  list_lengths,
  longest_parts,
  list_first,
  gathered,
  leaf_sums,
  changed_slots,
  changed_rows,
  changed_times,
  count
};

/// One device of an engine: its queue, its kernels and its scratch memory.
class DeviceShard {
 public:
  DeviceShard(std::unique_ptr<device::Context> context, DeviceFormat format, DeviceLayout layout);

  DeviceFormat format() const { return format_; }
  const LaunchTraits& traits() const { return traits_; }
  device::Context& context() { return *context_; }
  const device::DeviceInfo& info() const { return context_->info(); }
  device::Queue& queue() { return *queue_; }
  KernelSet& kernels() { return *kernels_; }

  /// Called before memory is released that commands in flight may use; their errors no longer matter.
  void finish_quietly() noexcept;
  /// At least this many bytes; what was in it is lost when it grows.
  device::Buffer& scratch(Scratch which, std::size_t bytes);

 private:
  DeviceFormat format_;
  LaunchTraits traits_;
  std::unique_ptr<device::Context> context_;
  std::unique_ptr<device::Queue> queue_;
  std::unique_ptr<KernelSet> kernels_;
  std::array<std::unique_ptr<device::Buffer>, static_cast<std::size_t>(Scratch::count)> scratch_;
};

}  // namespace tucana
