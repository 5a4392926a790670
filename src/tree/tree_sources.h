#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tucana/core/workers.h"
#include "tucana/tree/moments.h"
#include "tucana/tree/octree.h"
#include "tucana/tree/tree_bodies.h"
#include "tucana/tree/tuned_sources.h"

namespace tucana::tree {

/// The bodies of a TreeEngine and the tree over them. Rows are in the order of the tree, that of the last build(): a
/// walk then reads neighbours in space from neighbouring memory. Parked rows are behind all others.
class TreeSources final : public TunedSources {
 public:
  explicit TreeSources(const TreeOptions& options, Decider& decider = own_decider()) : TunedSources(options, decider) {}
  std::size_t size() const override { return rows_.size(); }
  void resize(std::size_t rows) override;
  void write(std::span<const Slot> slots, const SourceRows& rows) override;
  void park(std::span<const Slot> slots) override;
  void describe(Archive& archive) override;
  std::size_t bytes() const override;

  /// Sorts the bodies, predicted to `when`, and rebuilds the tree.
  struct BuildSeconds {
    double keys = 0, sort = 0, link = 0;
  };
  BuildSeconds build(Tick when, Workers& workers);
  /// Predicts the bodies to `when`.
  void predict(Tick when, Workers& workers);

  std::uint32_t place(Slot slot) const { return place_[index(slot)]; }
  const Octree& octree() const { return octree_; }
  const PredictedBodies& bodies() const { return bodies_; }
  bool softened_each() const { return !softening2_.empty(); }
  CellRows& cells() { return cells_; }
  const CellRows& cells() const { return cells_; }

 private:
  void arrange();
  void put_softening(Workers& workers);

  std::vector<BodyRow> rows_;         ///< in the order of the tree
  std::vector<std::uint32_t> place_;  ///< of each slot in that order
  Octree octree_;
  PredictedBodies bodies_;
  CellRows cells_;
  std::vector<float> softening2_;  ///< of slots that have their own, in code units; empty where none has
  bool softening_moved_ = false;   ///< since it was put into the order of the tree
};

}  // namespace tucana::tree
