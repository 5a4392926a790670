#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "tucana/gravity/force_engine.h"

namespace tucana::cpu {

inline constexpr std::size_t leaf_rows = ForceEngine::leaf_rows;

/// Targets that share a leaf while it lies in the first-level cache.
inline constexpr std::size_t block_targets = 32;

/// The arithmetic of a Precision as a type: what is stored, and whether positions have a low part.
struct Fp64 {
  using Scalar = double;
  static constexpr bool two_float = false;
  static constexpr Precision precision = Precision::fp64;
};
struct TwoFloat {
  using Scalar = float;
  static constexpr bool two_float = true;
  static constexpr Precision precision = Precision::two_float;
};
struct Fp32 {
  using Scalar = float;
  static constexpr bool two_float = false;
  static constexpr Precision precision = Precision::fp32;
};

/// Rows come in blocks of this many; a block keeps each quantity as one cache line, so that whatever the width of the
/// vectors the loops need one address. Blocks at or above the last row in use are parked.
template <class T>
inline constexpr std::size_t block_rows = 64 / sizeof(T);

/// Pair loops run over a multiple of this many rows, whole packs of vectors, the last ones parked.
inline constexpr std::size_t pack_rows = 64;
constexpr std::size_t padded_rows(std::size_t used) { return (used + pack_rows - 1) / pack_rows * pack_rows; }

template <class T>
struct alignas(64) Line {
  T row[block_rows<T>];
};

template <class T>
struct Lines3 {
  Line<T> x, y, z;
};

struct NoLowPart {};

/// Parked rows have mass zero and stand here in x, y and z: beyond all coordinates that float arithmetic
/// accepts, near enough that the square of a distance is finite in float.
inline constexpr double parked_coordinate = 0x1p58;

/// Rows at their own times.
template <class Format>
struct StoredBlock {
  using T = typename Format::Scalar;
  using Low = std::conditional_t<Format::two_float, Lines3<T>, NoLowPart>;

  alignas(64) std::int64_t time[block_rows<T>];
  Lines3<T> position;
  [[no_unique_address]] Low low;
  Lines3<T> velocity, acceleration, jerk;
  Line<T> mass;
};

/// The same rows predicted to one time.
template <class Format>
struct PredictedBlock {
  using T = typename Format::Scalar;

  Lines3<T> position;
  [[no_unique_address]] typename StoredBlock<Format>::Low low;
  Lines3<T> velocity;
  Line<T> mass;
};

template <class Format>
struct StoredLeaf {
  StoredBlock<Format> blocks[leaf_rows / block_rows<typename Format::Scalar>];
};

template <class Format>
struct PredictedLeaf {
  PredictedBlock<Format> blocks[leaf_rows / block_rows<typename Format::Scalar>];
  /// Some coordinate is beyond what the float estimate of 1/r reaches (fp64 only).
  bool wide = false;
};

/// The largest coordinate, and eps, for which 1/r may start from an estimate in float.
inline constexpr double wide_coordinate = 0x1p59;

/// Targets in the arithmetic of the engine. `self` is the slot number, UINT32_MAX for none.
template <class Format>
struct TargetBlock {
  using T = typename Format::Scalar;

  std::size_t size = 0;
  T x[block_targets], y[block_targets], z[block_targets];
  T low_x[block_targets], low_y[block_targets], low_z[block_targets];
  T vx[block_targets], vy[block_targets], vz[block_targets];
  T radius2[block_targets];
  std::uint32_t self[block_targets];
  bool wide[block_targets];
};

}  // namespace tucana::cpu
