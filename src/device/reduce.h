#pragma once

#include <array>
#include <cstddef>
#include <memory>

#include "tucana/device/context.h"

namespace tucana::device {

enum class Reduction { sum_of_doubles, sum_of_pairs, least_float, greatest_float };

/// Reduces many values to one on a device: leaves of 256 neighbours, then leaves of their results, and so on; in a leaf
/// k is combined with k + 128, then k + 64, ... k + 1, with the neutral value where there is none. The bits therefore
/// depend on the values alone, not on the groups of the device. Owns memory for partial results: one queue at a time.
class Reduce {
 public:
  /// A group size of 0 is the usual one; others are powers of two up to 256. Sums of doubles need a device with fp64.
  Reduce(Context& context, Reduction reduction, std::size_t group_size = 0);

  /// Pairs are two floats side by side, high and low. The result goes to the start of `to`; for no values it is 0,
  /// infinity (least) or minus infinity (greatest). NaN among floats to compare may get lost. Returns before it is
  /// done.
  void run(Queue& queue, const Buffer& from, std::size_t count, Buffer& to);

  static ProgramText program_text(Reduction reduction, std::size_t group_size);

 private:
  Context& context_;
  Reduction reduction_;
  std::size_t group_;
  std::unique_ptr<Program> program_;
  std::array<std::unique_ptr<Buffer>, 2> partial_;
};

}  // namespace tucana::device
