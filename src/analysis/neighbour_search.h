#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tucana/core/vec3.h"
#include "tucana/core/workers.h"

namespace tucana {

struct Neighbour {
  double distance2 = 0;
  std::uint32_t index = 0;
  /// The nearer one first, the lower row on a tie.
  auto operator<=>(const Neighbour&) const = default;  // NOLINT(modernize-use-nullptr): a slip of clang-tidy 14
};

/// The nearest neighbours of every point, itself left out.
struct Neighbours {
  std::size_t count = 0;           ///< per point: the number requested, or all others if there are fewer
  std::vector<Neighbour> entries;  ///< `count` per point, in ascending order

  std::span<const Neighbour> of(std::size_t point) const { return std::span(entries).subspan(point * count, count); }
};

/// The `count` nearest neighbours of each of the points (fewer than 2^32) by a k-d tree, in n log n operations
/// also when many points coincide or lie on a line. The answer is the order of (distance2, row) and so does not depend
/// on the tree nor on the number of workers.
Neighbours nearest_neighbours(std::span<const Vec3> points, std::size_t count, Workers& workers);

}  // namespace tucana
