#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "tucana/gravity/force_engine.h"

namespace tucana::cpu {

inline constexpr std::size_t leaf_rows = ForceEngine::leaf_rows;

/// Targets that share a leaf while it lies in the first-level cache.
inline constexpr std::size_t block_targets = 32;

/// The sum of two floats, the second the rounding error of the first: about 48 bits (docs/theory/precision.md).
struct FloatPair {
  float high = 0, low = 0;
};

/// The arithmetic of a Precision as a type: Scalar fills the vectors, Value is a number of the arithmetic, Place a
/// coordinate. A difference of two Places is a Value.
struct Fp64 {
  using Scalar = double;
  using Value = double;
  using Place = double;
  static constexpr Precision precision = Precision::fp64;
};
struct Extended {
  using Scalar = float;
  using Value = FloatPair;
  using Place = FloatPair;
  static constexpr Precision precision = Precision::extended;
};
struct TwoFloat {
  using Scalar = float;
  using Value = float;
  using Place = FloatPair;
  static constexpr Precision precision = Precision::two_float;
};
struct Fp32 {
  using Scalar = float;
  using Value = float;
  using Place = float;
  static constexpr Precision precision = Precision::fp32;
};

/// Rounds to the arithmetic. What is beyond its range becomes its largest number: an infinite radius lists all.
template <class Value>
Value rounded(double x) {
  if constexpr (std::is_same_v<Value, FloatPair>) {
    const auto high = rounded<float>(x);
    const bool in_range = std::abs(x) <= std::numeric_limits<float>::max();
    return {high, in_range ? static_cast<float>(x - static_cast<double>(high)) : 0.0f};
  } else {
    constexpr double largest = std::numeric_limits<Value>::max();
    return static_cast<Value>(std::clamp(x, -largest, largest));
  }
}

inline double leading_of(double x) { return x; }
inline double leading_of(float x) { return static_cast<double>(x); }
inline double leading_of(FloatPair x) { return static_cast<double>(x.high); }

/// Rows come in blocks of this many; a block keeps each quantity as one cache line (or two, of high and low parts), so
/// that whatever the width of the vectors the loops need one address. Blocks at or above the last row in use are
/// parked.
template <class T>
inline constexpr std::size_t block_rows = 64 / sizeof(T);

/// Pair loops run over a multiple of this many rows, whole packs of vectors, the last ones parked.
inline constexpr std::size_t pack_rows = 64;
constexpr std::size_t padded_rows(std::size_t used) { return (used + pack_rows - 1) / pack_rows * pack_rows; }

template <class Value>
struct alignas(64) Line {
  Value row[block_rows<Value>];
  void set(std::size_t i, double x) { row[i] = static_cast<Value>(x); }
  double leading(std::size_t i) const { return static_cast<double>(row[i]); }
};
template <>
struct Line<FloatPair> {
  Line<float> high, low;
  void set(std::size_t i, double x) {
    const auto pair = rounded<FloatPair>(x);
    high.row[i] = pair.high;
    low.row[i] = pair.low;
  }
  /// Without the low part.
  double leading(std::size_t i) const { return static_cast<double>(high.row[i]); }
};

template <class Value>
struct Lines3 {
  Line<Value> x, y, z;
  void set(std::size_t i, const Vec3& a) {
    x.set(i, a.x);
    y.set(i, a.y);
    z.set(i, a.z);
  }
};

enum class Axis { x, y, z };
template <Axis axis, class Lines>
constexpr auto& along(Lines& lines) {
  if constexpr (axis == Axis::x)
    return lines.x;
  else if constexpr (axis == Axis::y)
    return lines.y;
  else
    return lines.z;
}

/// Parked rows have mass zero and this value for x, y and z: beyond all coordinates that float arithmetic accepts, near
/// enough that the square of a distance is finite in float.
inline constexpr double parked_coordinate = 0x1p58;

/// Rows at their own times.
template <class Format>
struct StoredBlock {
  using Value = typename Format::Value;

  alignas(64) std::int64_t time[block_rows<typename Format::Scalar>];
  Lines3<typename Format::Place> position;
  Lines3<Value> velocity, acceleration, jerk;
  Line<Value> mass;
};
/// What sources with Prediction::crackle have besides.
template <class Format>
struct StoredHigherBlock {
  Lines3<typename Format::Value> snap, crackle;
};

/// The same rows predicted to one time.
template <class Format>
struct PredictedBlock {
  using Value = typename Format::Value;

  Lines3<typename Format::Place> position;
  Lines3<Value> velocity;
  Line<Value> mass;
};
/// A row that was never written, or is past the end.
template <class Format>
bool is_parked(const PredictedBlock<Format>& block, std::size_t i) {
  return block.position.x.leading(i) == parked_coordinate;
}
template <class Format>
struct PredictedHigherBlock {
  Lines3<typename Format::Value> acceleration;
};

template <class Format>
inline constexpr std::size_t leaf_blocks = leaf_rows / block_rows<typename Format::Scalar>;

template <class Format>
struct StoredLeaf {
  StoredBlock<Format> blocks[leaf_blocks<Format>];
};
template <class Format>
struct StoredHigherLeaf {
  StoredHigherBlock<Format> blocks[leaf_blocks<Format>];
};
/// Boxes around rows of a leaf, a fixed number of rows in each, and the largest velocity in them. In float: code that
/// uses them allows for rounding. A box without rows is far from everything.
inline constexpr std::size_t box_rows = 32, leaf_boxes = leaf_rows / box_rows;
struct LeafBounds {
  alignas(64) float low[3][leaf_boxes];
  float high[3][leaf_boxes];
  float fastest[leaf_boxes];
  float leaf_low[3], leaf_high[3], leaf_fastest;  ///< of all of them
};

template <class Format>
struct PredictedLeaf {
  PredictedBlock<Format> blocks[leaf_blocks<Format>];
  /// Some coordinate is beyond what the float estimate of 1/r reaches (fp64 only).
  bool wide = false;
  LeafBounds bounds;  ///< only for lists and nearest neighbours
};
template <class Format>
struct PredictedHigherLeaf {
  PredictedHigherBlock<Format> blocks[leaf_blocks<Format>];
};

/// The largest coordinate, and eps, for which 1/r may start from an estimate in float.
inline constexpr double wide_coordinate = 0x1p59;

/// Targets in the arithmetic of the engine. `self` is the slot number, UINT32_MAX for none.
template <class Format>
struct TargetBlock {
  using Value = typename Format::Value;
  using Place = typename Format::Place;

  std::size_t size = 0;
  Place x[block_targets], y[block_targets], z[block_targets];
  Value vx[block_targets], vy[block_targets], vz[block_targets];
  Value ax[block_targets], ay[block_targets], az[block_targets];  ///< for the snap
  Value radius2[block_targets], list_time[block_targets];         ///< for lists
  float place[3][block_targets];                                  ///< likewise
  /// How near a source has to be so that it may come near enough within `time`, or be in the sphere at `sphere_time`;
  /// including the motion of the target itself.
  float reach[block_targets], time[block_targets];
  float sphere_reach[block_targets], sphere_time[block_targets];
  std::uint32_t self[block_targets];
  bool wide[block_targets];
};

}  // namespace tucana::cpu
