#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tucana/gravity/force_engine.h"
#include "tucana/tree/octree.h"
#include "tucana/tree/tree_bodies.h"
#include "tucana/tree/tree_options.h"

namespace tucana::tree {

/// Bodies with a tree that is rebuilt when that pays, wherever they are stored.
class TunedSources : public SourceSet {
 public:
  std::string tuning_record() const final { return tuning_ ? to_text(tuning_->record()) : std::string(); }

  bool is_built() const { return is_built_; }
  /// Since the last build; time units.
  double age(Tick when) const { return (when - built_at_).units(); }
  /// Before an evaluation at `when` of `size` targets for each body.
  bool build_due(Tick when, double size, bool looking) const;
  const KernelUnits& units() const { return units_; }
  TuningSchedule& tuning() { return *tuning_; }

 protected:
  explicit TunedSources(const TreeOptions& options) : options_(options) {}

  /// Until the next build there is no tree.
  void forget_tree(std::size_t bodies);
  void note_build(Tick when, const KernelUnits& units);
  /// `place` of each slot in the order of the tree.
  void describe_tree(Archive& archive, std::size_t bodies, std::vector<std::uint32_t>& place, Octree& octree);

  const TreeOptions& options() const { return options_; }

 private:
  TreeOptions options_;
  std::optional<TuningSchedule> tuning_;  ///< once there are bodies
  bool is_built_ = false;
  Tick built_at_;
  KernelUnits units_;
};

}  // namespace tucana::tree
