#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tucana/core/workers.h"
#include "tucana/gravity/force_engine.h"
#include "tucana/tree/tree_sources.h"

namespace tucana::tree {

/// Targets by their places in the tree, so that neighbours in the order are neighbours in space. Test points, which
/// have no place, come last.
class TargetOrder {
 public:
  void sort(const TreeSources& sources, const Targets& targets, Workers& workers);

  std::size_t size() const { return order_.size(); }
  /// The number among all targets of the k-th in the order.
  std::uint32_t target(std::size_t k) const { return order_[k]; }
  /// Of those that have one.
  std::span<const std::uint32_t> places() const { return places_; }
  /// Kernel units.
  std::span<const Vec3> positions() const { return positions_; }

 private:
  /// False, and nothing done, where two targets have the same slot.
  bool sort_many(const TreeSources& sources, const Targets& targets);
  void sort_few(const TreeSources& sources, const Targets& targets);

  std::vector<std::uint32_t> order_, places_;
  std::vector<Vec3> positions_;
  std::vector<std::uint32_t> at_place_;
};

}  // namespace tucana::tree
