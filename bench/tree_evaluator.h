#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "tucana/core/stars.h"
#include "tucana/gravity/force_engine.h"

namespace tucana::bench {

/// All bodies of a model as sources and targets of an engine.
class Evaluator {
 public:
  Evaluator(ForceEngine& engine, const Stars& stars, double softening);

  void all();
  /// Those that are named, on the tree as it is.
  void some(const std::vector<Slot>& slots);
  /// What a criterion of acceleration needs next time.
  void remember();
  const std::vector<Vec3>& acceleration() const { return acceleration_; }
  /// So many bodies, those with the largest accelerations that are remembered.
  std::vector<Slot> fastest(std::size_t count) const;

 private:
  void evaluate(std::span<const Slot> slots, std::span<const Vec3> position, std::span<const double> old,
                std::span<Vec3> result, bool looking);

  ForceEngine& engine_;
  std::unique_ptr<SourceSet> sources_;
  PairLaw law_;
  Stars stars_;
  std::vector<Slot> slots_;
  std::vector<Vec3> acceleration_;
  std::vector<double> size_;
};

}  // namespace tucana::bench
