#include "tucana/gravity/device/device_shard.h"

#include <algorithm>
#include <bit>

namespace tucana {
namespace {

LaunchTraits traits_of(const device::DeviceInfo& info, DeviceFormat format, DeviceLayout layout) {
  LaunchTraits traits;
  const bool is_cpu = info.type == device::DeviceType::cpu;
  traits.lanes = layout.lanes;
  if (traits.lanes == 0)
    traits.lanes = static_cast<std::size_t>(std::max(1, format.is_double() ? info.double_lanes : info.float_lanes));
  // Vectors of a CPU read sources straight from its cache; local memory would be one copy more.
  traits.tiles = traits.lanes == 1;
  // 128 work-items are one warp for each scheduler of a multiprocessor, and two rows of a tile for each of them to
  // copy. Items of a CPU share nothing: 8 are little to pad (64 targets in float) and enough to pay for starting a
  // group.
  const std::size_t group_size = layout.group_size != 0 ? layout.group_size : traits.tiles ? 128 : 8;
  traits.group_size = std::bit_floor(std::clamp<std::size_t>(group_size, 1, info.largest_group));
  // 16 groups of 128 are the 2048 work-items that a multiprocessor holds (A100, H100), which hides latencies. A CPU
  // runs one group at a time: with 8 a unit the last one is an eighth of its work, and that is the most others wait.
  traits.wanted_groups = static_cast<std::size_t>(std::max(1, info.compute_units)) * (is_cpu ? 8 : 16);
  return traits;
}

}  // namespace

DeviceShard::DeviceShard(std::unique_ptr<device::Context> context, DeviceFormat format, DeviceLayout layout)
    : format_(format),
      traits_(traits_of(context->info(), format, layout)),
      context_(std::move(context)),
      queue_(context_->make_queue()),
      kernels_(std::make_unique<KernelSet>(*context_, format, traits_.lanes, traits_.tiles)) {}

void DeviceShard::finish_quietly() noexcept {
  try {
    queue_->finish();
  } catch (...) {
  }
}

device::Buffer& DeviceShard::scratch(Scratch which, std::size_t bytes) {
  auto& buffer = scratch_[static_cast<std::size_t>(which)];
  if (!buffer || buffer->bytes() < bytes) {
    buffer.reset();
    buffer = context_->allocate(std::bit_ceil(std::max<std::size_t>(bytes, 256)));
  }
  return *buffer;
}

}  // namespace tucana
