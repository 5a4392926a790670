#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "tucana/core/archive.h"
#include "tucana/core/workers.h"
#include "tucana/tree/key_sort.h"

namespace tucana::tree {

/// A cell of the octree: a range of bodies in the order of their keys.
struct Cell {
  std::uint32_t first = 0;     ///< body
  std::uint32_t count = 0;     ///< of bodies
  std::uint32_t child = 0;     ///< the first of its children, which are consecutive; 0 for a leaf
  std::uint32_t children = 0;  ///< 2 to 8, or 0

  bool is_leaf() const { return child == 0; }
};

/// An octree (Barnes & Hut 1986; docs/theory/tree.md) as ranges of bodies, breadth first: the cells of a generation are
/// consecutive and follow those of the previous one. A cell is the smallest cube of the grid that contains its bodies,
/// so that every cell except a leaf has at least two children.
class Octree {
 public:
  Octree() = default;
  /// As built elsewhere, for instance on a device.
  Octree(std::vector<Cell> cells, std::vector<std::uint32_t> generations)
      : cells_(std::move(cells)), generations_(std::move(generations)) {}
  /// From bodies in order of their keys. A leaf holds up to `leaf_bodies`, and more only when their keys are the same.
  void build(std::span<const KeyedBody> sorted, std::size_t leaf_bodies, Workers& workers);

  std::span<const Cell> cells() const { return cells_; }
  /// Generation g is the cells from generations()[g] to generations()[g + 1].
  std::span<const std::uint32_t> generations() const { return generations_; }
  std::size_t bytes() const { return cells_.capacity() * sizeof(Cell); }
  void describe(Archive& archive);
  /// Whether this is a tree over this many bodies, as it should be after loading.
  bool holds(std::size_t bodies) const;

 private:
  std::vector<Cell> cells_;
  std::vector<std::uint32_t> generations_;
};

}  // namespace tucana::tree
