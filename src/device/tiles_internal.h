#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "tucana/device/context.h"

namespace tucana::device {

/// How many consecutive values a work-item of scan and sort has.
std::size_t items_of(std::size_t group);

inline std::size_t tiles_of(std::size_t count, std::size_t group) {
  const std::size_t tile = group * items_of(group);
  return (count + tile - 1) / tile;
}

/// The count as kernels take it. Throws DeviceError above 2^31.
std::uint32_t checked_count(const Context& context, std::size_t count);

/// Ensures that a buffer has at least `bytes`; its content is lost. Commands that use the old one finish first.
inline void grow(Context& context, Queue& queue, std::unique_ptr<Buffer>& buffer, std::size_t bytes) {
  if (buffer && buffer->bytes() >= bytes) return;
  if (buffer) queue.finish();
  buffer.reset();
  buffer = context.allocate(bytes);
}

}  // namespace tucana::device
