#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tucana/core/frame.h"
#include "tucana/fewbody/kepler.h"

namespace tucana {

/// A body, or a pair of nodes that are bound to each other.
struct BinaryNode {
  double mass = 0;
  PhasePoint centre;  ///< of mass
  /// The two parts of a pair; a body has none.
  struct Pair {
    std::uint32_t first, second;  ///< nodes, the first with the lower number
    PhasePoint relative;          ///< second minus first
    OrbitShape orbit;
  };
  std::optional<Pair> pair;
};

/// Which bodies of a small group are bound to which: the two nodes with the smallest semi-major axis about each other
/// become a node themselves, again and again until no two are bound. The first nodes are the bodies, in their order;
/// later ones are pairs, inner before outer.
class BinaryTree {
 public:
  BinaryTree(std::span<const double> masses, std::span<const PhasePoint> bodies);

  std::span<const BinaryNode> nodes() const { return nodes_; }
  /// Nodes that are not part of another one, in ascending order. One: the whole group is bound together.
  std::span<const std::uint32_t> roots() const { return roots_; }
  /// The bodies in a node, in ascending order.
  std::vector<std::uint32_t> bodies_of(std::uint32_t node) const;
  /// Whether every hierarchy within a node is stable by the criterion of stability.h, with pericentres that exceed the
  /// critical ones by a factor; a body, and a pair of bodies, is.
  bool is_stable(std::uint32_t node, double margin = 1) const;

 private:
  bool join_closest();
  bool is_stable_pair(const BinaryNode::Pair& outer, double margin) const;

  std::vector<BinaryNode> nodes_;
  std::vector<std::uint32_t> roots_;
};

}  // namespace tucana
