#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tucana/gravity/cpu/leaf.h"
#include "tucana/gravity/leaf_tree.h"

namespace tucana::cpu {

/// The nearest source met so far by one target.
struct Nearest {
  std::uint32_t slot = UINT32_MAX;
  double distance2 = std::numeric_limits<double>::infinity();
};

/// A predicted leaf as the pair kernels see it: its rows, how many of them are in use, and the slot of the first.
template <class Format>
struct LeafView {
  const PredictedLeaf<Format>& rows;
  std::size_t used;
  std::uint32_t first_slot;
};

/// The inner loops of one arithmetic for one SIMD level. None of them depends on other targets of the block.
template <class Format>
struct Kernels {
  using T = typename Format::Scalar;
  using Block = TargetBlock<Format>;

  /// Rows at or above `used` are predicted too: they are parked.
  void (*predict)(const StoredLeaf<Format>& stored, std::int64_t when, std::size_t used,
                  PredictedLeaf<Format>& predicted);
  /// Acceleration, jerk and potential of one leaf on each target.
  void (*force)(const LeafView<Format>& leaf, const Block& targets, T eps2, PairSums* sums);
  /// Potential alone; acceleration and jerk stay zero.
  void (*potential)(const LeafView<Format>& leaf, const Block& targets, T eps2, PairSums* sums);
  /// Takes over a row of the leaf that is nearer than what was met before.
  void (*nearest)(const LeafView<Format>& leaf, const Block& targets, Nearest* nearest);
  /// Appends the slots with r^2 < radius2 to each target's list, ascending.
  void (*neighbours)(const LeafView<Format>& leaf, const Block& targets, std::vector<Slot>* lists);
};

/// One SIMD level of this binary.
struct SimdLevel {
  std::string_view name;
  bool supported;  ///< by this machine
  const Kernels<Fp64>* fp64;
  const Kernels<TwoFloat>* two_float;
  const Kernels<Fp32>* fp32;

  template <class Format>
  const Kernels<Format>& kernels() const {
    if constexpr (Format::precision == Precision::fp64)
      return *fp64;
    else if constexpr (Format::two_float)
      return *two_float;
    else
      return *fp32;
  }
};

/// All levels of this binary, best first.
std::span<const SimdLevel> simd_levels();

/// Who made the processor: estimates of 1/sqrt differ between vendors, and so do the bits.
std::string processor_vendor();

}  // namespace tucana::cpu
