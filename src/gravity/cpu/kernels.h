#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tucana/gravity/cpu/leaf.h"
#include "tucana/gravity/gather/gather_rows.h"
#include "tucana/gravity/leaf_tree.h"

namespace tucana::cpu {

/// The nearest source met so far by one target.
struct Nearest {
  std::uint32_t slot = UINT32_MAX;
  double distance2 = std::numeric_limits<double>::infinity();

  /// Of sources at the same distance the one with the lower slot is preferred. What is infinitely far is no source.
  bool is_before(const Nearest& other) const {
    if (distance2 == other.distance2) return slot < other.slot && std::isfinite(distance2);
    return distance2 < other.distance2;
  }
};

/// A predicted leaf as the pair kernels see it: its rows, how many of them are in use, and the slot of the first.
template <class Format>
struct LeafView {
  const PredictedLeaf<Format>& rows;
  const PredictedHigherLeaf<Format>* higher;  ///< only of sources with Prediction::crackle
  std::size_t used;
  std::uint32_t first_slot;
};

/// What is done with the pairs of an evaluation, beside summing.
template <class Format>
struct PairJob {
  typename Format::Value eps2;
  bool lists = false;
  bool far_only = false;
  ListRule rule = ListRule::distance;
  bool potential = true;  ///< may be left out when false
  bool one_loop = false;  ///< where kernels have it: the same bits in another time
};

/// Where the sums of one leaf go, one row per target; lists are appended to.
struct LeafResults {
  PairSums* sums;
  Vec3* snaps;
  std::vector<Slot>* lists;
};

/// The inner loops of one arithmetic for one SIMD level. None of them depends on other targets of the block.
template <class Format>
struct Kernels {
  using Leaf = LeafView<Format>;
  using Block = TargetBlock<Format>;
  using Sum = void (*)(const Leaf& leaf, const Block& targets, const PairJob<Format>& job, const LeafResults& results);

  /// Rows at or above `used` are predicted too: they are parked.
  void (*predict)(const StoredLeaf<Format>& stored, std::int64_t when, std::size_t used,
                  PredictedLeaf<Format>& predicted);
  void (*predict_higher)(const StoredLeaf<Format>& stored, const StoredHigherLeaf<Format>& stored_higher,
                         std::int64_t when, std::size_t used, PredictedLeaf<Format>& predicted,
                         PredictedHigherLeaf<Format>& predicted_higher);
  void (*bounds)(PredictedLeaf<Format>& predicted, std::size_t used);  ///< before lists and nearest
  Sum potential;                                                       ///< alone; acceleration and jerk are set to zero
  Sum force;                                                           ///< acceleration, jerk and potential
  Sum snap;                                                            ///< these and the snap
  Sum lists;                                                           ///< no sums
  /// Takes over a row of the leaf that is nearer than what was met before, in whatever order leaves come.
  void (*nearest)(const Leaf& leaf, const Block& targets, Nearest* nearest);
};

/// One SIMD level of this binary.
struct SimdLevel {
  std::string_view name;
  bool supported;  ///< by this machine
  const Kernels<Fp64>* fp64;
  const Kernels<Extended>* extended;
  const Kernels<TwoFloat>* two_float;
  const Kernels<Fp32>* fp32;
  const GatherKernels* gather;

  template <class Format>
  const Kernels<Format>& kernels() const {
    if constexpr (Format::precision == Precision::fp64)
      return *fp64;
    else if constexpr (Format::precision == Precision::extended)
      return *extended;
    else if constexpr (Format::precision == Precision::two_float)
      return *two_float;
    else
      return *fp32;
  }
};

/// All levels of this binary, best first.
std::span<const SimdLevel> simd_levels();

/// The one of this name, or for "best" the best, that this machine has. Throws InputError where there is none.
const SimdLevel& simd_level(const std::string& name);

/// Whether this processor sums pairs faster in one loop than in three: where additions and multiplications share pipes.
bool prefers_one_loop();

/// The vendor of the processor: estimates of 1/sqrt differ between vendors, and so do the bits.
std::string processor_vendor();

}  // namespace tucana::cpu
