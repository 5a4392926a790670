#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tucana/gravity/force_engine.h"
#include "tucana/tree/occupied_rows.h"
#include "tucana/tree/octree.h"
#include "tucana/tree/tree_bodies.h"
#include "tucana/tree/tree_options.h"

namespace tucana::tree {

/// Bodies with a tree that is rebuilt when that pays, or when other rows hold bodies than before, wherever they are
/// stored. In the order of the tree parked rows follow the bodies, and no cell contains them.
class TunedSources : public SourceSet {
 public:
  std::string tuning_record() const final { return tuning_ ? to_text(tuning_->record()) : std::string(); }

  /// How many rows are not parked.
  std::size_t body_count() const { return occupied_.count(); }
  /// Whether none of these is a parked row.
  bool holds(std::span<const Slot> slots) const;
  bool is_built() const { return is_built_; }
  /// Since the last build; time units.
  double age(Tick when) const { return (when - built_at_).units(); }
  /// Before an evaluation at `when` of `size` targets for each body.
  bool build_due(Tick when, double size, bool looking) const;
  /// A tree that was built for a look is discarded when next something is evaluated for other reasons: a look must not
  /// determine at which time, and from which order of the rows, a tree is built.
  void learn_build(double seconds, bool looking);
  const KernelUnits& units() const { return units_; }
  TuningSchedule& tuning() { return *tuning_; }

 protected:
  TunedSources(const TreeOptions& options, Decider& decider) : options_(options), decider_(decider) {}

  /// Until the next build there is no tree. New rows are parked.
  void forget_tree(std::size_t rows);
  /// These rows hold bodies from now on, or nothing.
  void occupy(std::span<const Slot> slots);
  void vacate(std::span<const Slot> slots);
  /// Whether the next build begins with the rows in the order of this tree; else with the bodies in the order of their
  /// slots, and parked rows behind them.
  bool keeps_order() const { return is_built_ && !is_for_look_; }
  void note_build(Tick when, const KernelUnits& units);
  /// `place` of each slot in the order of the tree.
  void describe_tree(Archive& archive, std::vector<std::uint32_t>& place, Octree& octree);

  const TreeOptions& options() const { return options_; }
  const OccupiedRows& occupied() const { return occupied_; }

 private:
  TreeOptions options_;
  Decider& decider_;
  std::optional<TuningSchedule> tuning_;  ///< once there are bodies
  OccupiedRows occupied_;
  bool is_built_ = false;
  bool is_for_look_ = false;  ///< see learn_build
  Tick built_at_;
  KernelUnits units_;
};

}  // namespace tucana::tree
