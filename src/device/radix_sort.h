#pragma once

#include <cstddef>
#include <memory>

#include "tucana/device/context.h"
#include "tucana/device/scan.h"

namespace tucana::device {

/// Sorts 64-bit keys with a 32-bit value each on a device, ascending and stable. Owns memory of the size of what it has
/// sorted, and can therefore serve one queue at a time.
class RadixSort {
 public:
  /// A group size of 0 is the usual one; others are powers of two up to 256.
  explicit RadixSort(Context& context, std::size_t group_size = 0);

  /// Sorts in place by the lowest `key_bits` bits; fewer bits take fewer passes. Returns before it is done.
  void sort(Queue& queue, Buffer& keys, Buffer& values, std::size_t count, int key_bits = 64);

  static ProgramText program_text(std::size_t group_size);

 private:
  Context& context_;
  std::size_t group_;
  std::unique_ptr<Program> program_;
  Scan scan_;
  std::unique_ptr<Buffer> keys_, values_, counts_;
};

}  // namespace tucana::device
