#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tucana/gravity/force_engine.h"
#include "tucana/tree/key_sort.h"
#include "tucana/tree/moments.h"
#include "tucana/tree/octree.h"
#include "tucana/tree/tree_bodies.h"

namespace tucana::tree {

/// The bodies of a TreeEngine and the tree over them. Rows stand in the order of the tree, which is that of the last
/// build(): a walk then reads neighbours in space from neighbours in memory.
class TreeSources final : public SourceSet {
 public:
  std::size_t size() const override { return rows_.size(); }
  void resize(std::size_t rows) override;
  void write(std::span<const Slot> slots, const SourceRows& rows) override;

  bool is_built() const { return is_built_; }
  /// Puts the bodies, predicted to `when`, in order and makes the tree anew.
  struct BuildSeconds {
    double keys = 0, sort = 0, link = 0;
  };
  BuildSeconds build(Tick when, std::size_t leaf_bodies, Workers& workers);
  /// Brings bodies to `when`.
  void predict(Tick when, Workers& workers);

  std::uint32_t place(Slot slot) const { return place_[index(slot)]; }
  const Octree& octree() const { return octree_; }
  const PredictedBodies& bodies() const { return bodies_; }
  const KernelUnits& units() const { return units_; }
  CellColumns& cells() { return cells_; }
  const CellColumns& cells() const { return cells_; }

 private:
  std::vector<BodyRow> rows_;         ///< in the order of the tree
  std::vector<std::uint32_t> place_;  ///< of each slot in that order
  bool is_built_ = false;
  KernelUnits units_;
  Octree octree_;
  PredictedBodies bodies_;
  CellColumns cells_;
};

}  // namespace tucana::tree
