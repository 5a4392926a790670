#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "tucana/device/context.h"

namespace tucana::device {

/// The size of work-groups that suits a device for scan, sort and reduce: one work-item with a long serial tile on
/// processors, which run a group on one core anyway, 256 elsewhere.
std::size_t usual_group(const DeviceInfo& device);

/// Exclusive sums of uint32 (modulo 2^32) on a device. Owns memory for partial sums: one queue at a time.
class Scan {
 public:
  /// A group size of 0 is the usual one; others are powers of two.
  explicit Scan(Context& context, std::size_t group_size = 0);

  /// to[i] = from[0] + ... + from[i - 1]; both may be the same buffer. Returns before it is done, as queues do.
  void exclusive(Queue& queue, const Buffer& from, Buffer& to, std::size_t count);

  static ProgramText program_text(std::size_t group_size);

 private:
  void scan(Queue& queue, std::size_t level, const Buffer& from, Buffer& to, std::size_t count);

  Context& context_;
  std::size_t group_;
  std::unique_ptr<Program> program_;
  std::vector<std::unique_ptr<Buffer>> sums_;  ///< of tiles, level by level
};

}  // namespace tucana::device
