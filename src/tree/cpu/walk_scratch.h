#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "tucana/tree/ball/enclosing_ball.h"
#include "tucana/tree/moments.h"
#include "tucana/tree/octree.h"
#include "tucana/tree/tree_bodies.h"

namespace tucana::tree {

/// Largest number of entries of a list, and the entries that vectors may write behind them.
inline constexpr std::size_t most_bodies = 1024, most_cells = 512, most_targets = 256, slack = 32;

/// Columns `softening2` are the source's share of the square, where bodies have a softening of their own.
struct BodyList {
  std::size_t count = 0;
  alignas(64) std::array<float, most_bodies + slack> x, y, z, mass, softening2;
};

/// Bodies that may include a target itself, with their places in the order of the tree.
struct OwnList : BodyList {
  alignas(64) std::array<std::int32_t, most_bodies + slack> place;
};

/// Cells by number, and the columns that the kernels need of them once the list is full.
struct CellList {
  std::size_t count = 0;
  std::array<std::uint32_t, most_cells + slack> cell;
  alignas(64) std::array<float, most_cells + slack> x, y, z, mass, trace, xx, xy, xz, yy, yz, zz, softening2;
};

/// The targets of a group relative to its centre, and their sums.
struct WalkTargets {
  std::size_t count = 0;
  alignas(64) std::array<float, most_targets + slack> x, y, z;
  std::array<float, most_targets> softening2;    ///< all of the square, or the target's share of it
  std::array<std::int32_t, most_targets> place;  ///< in the order of the tree; -1 for a test point
  std::array<Vec3, most_targets> acceleration;
  std::array<double, most_targets> potential;
};

struct WalkCounts {
  std::uint64_t body_pairs = 0, cell_pairs = 0, far_cells = 0, checked = 0;

  WalkCounts& operator+=(const WalkCounts& other) {
    body_pairs += other.body_pairs;
    cell_pairs += other.cell_pairs;
    far_cells += other.far_cells;
    checked += other.checked;
    return *this;
  }
};

/// The force of far cells as a Taylor series about the centre of a group, up to third order. Sums over cells at d from
/// the centre; docs/theory/tree.md has the series.
struct LocalExpansion {
  float potential = 0;  ///< sum m / s and the quadrupole's part
  float acceleration[3] = {};
  float isotropic = 0;    ///< S1 = sum m / s^3, and what quadrupoles add to all diagonal elements, negative
  float second[6] = {};   ///< M2 = sum 3 m d d / s^5 and the quadrupoles' part: xx xy xz yy yz zz
  float isotropic2 = 0;   ///< S2 = sum 3 m / s^5
  float first[3] = {};    ///< V = sum 3 m d / s^5
  float third[10] = {};   ///< M3 = sum 15 m d d d / s^7: xxx xxy xxz xyy xyz xzz yyy yyz yzz zzz
  float second2[6] = {};  ///< W = sum 15 m d d / s^7
  float fourth[15] = {};  ///< M4 = sum 105 m d d d d / s^9: xxxx xxxy xxxz xxyy xxyz xxzz xyyy xyyz xyzz xzzz yyyy ...
};

/// What one thread needs for a walk.
struct WalkScratch {
  WalkTargets targets;
  BodyList bodies;
  OwnList own;
  CellList cells;
  CellList far;
  LocalExpansion expansion;
  std::vector<std::uint32_t> to_open;  ///< first in, first out
  WalkCounts counts;
};

/// One walk of a group; kernel units.
struct Walk {
  const Cell* cells = nullptr;
  const CellRows* cell_rows = nullptr;
  const PredictedBodies* bodies = nullptr;
  std::array<float, 3> centre_high = {}, centre_low = {};
  float radius = 0;            ///< of the ball around the targets
  float scale = 1;             ///< see OpeningRule
  float expansion_limit = 0;   ///< allowed error of a series about the centre: accuracy times the last acceleration
  std::uint32_t parked = 0;    ///< a cell without mass, far away
  float softening2 = 0;        ///< for the series: the mean over the targets
  bool softened_each = false;  ///< sources have a share of their own
  bool quadrupole = true;
  bool potential = false;
  std::size_t body_list = 512, cell_list = 256;
  std::uint32_t own_first = 0, own_end = 0;  ///< the places of the targets are in this range

  float from_centre(double x, std::size_t axis) const {
    const FloatPair pair = pair_of(x);
    return (pair.high - centre_high[axis]) + (pair.low - centre_low[axis]);
  }
  void set_ball(const Ball& ball) {
    const double centre[3] = {ball.centre.x, ball.centre.y, ball.centre.z};
    for (std::size_t k = 0; k < 3; ++k) {
      const FloatPair pair = pair_of(centre[k]);
      centre_high[k] = pair.high, centre_low[k] = pair.low;
    }
    radius = static_cast<float>(ball.radius * (1 + 0x1p-20));
  }
};

struct WalkKernels {
  void (*walk)(const Walk& walk, WalkScratch& scratch) = nullptr;
};

/// By the name of a SIMD level of the cpu engine.
const WalkKernels& walk_kernels(std::string_view simd);

}  // namespace tucana::tree
