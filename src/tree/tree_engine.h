#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "tucana/core/communicator.h"
#include "tucana/core/decider.h"
#include "tucana/core/workers.h"
#include "tucana/gravity/force_engine.h"
#include "tucana/tree/tree_options.h"

namespace tucana {

/// The time spent in the last evaluation, and what it did.
struct TreeReport {
  double keys = 0, sort = 0, link = 0, predict = 0, moments = 0, groups = 0, walk = 0;  ///< seconds
  std::uint64_t body_pairs = 0, cell_pairs = 0, far_cells = 0, checked_cells = 0;
  std::size_t cells = 0, walked_groups = 0;

  /// Evaluated pairs; a cell that acts on a group through a series counts once.
  std::uint64_t interactions() const { return body_pairs + cell_pairs + far_cells; }
  double build_seconds() const { return keys + sort + link; }
  double total_seconds() const { return build_seconds() + predict + moments + groups + walk; }
  /// The last walk minus what `before` already counted: a first round that found accelerations.
  WalkReport walk_since(const TreeReport& before, double size, double age) const;
};

/// Whether the last acceleration of every target is known.
bool has_old_accelerations(const Targets& targets);

/// Gravity from an octree: distant cells act as a whole (Barnes & Hut 1986; Miki & Umemura 2017; docs/theory/tree.md).
/// Provides accelerations and potentials; sums are computed group by group, so that the bits depend on the set of
/// targets, but not on threads.
class TreeEngine : public ForceEngine {
 public:
  virtual const TreeReport& last_report() const = 0;
};

/// `simd` as in EngineChoice; `decider` is asked when trees are tuned by clocks, and outlives the engine. The groups
/// of targets are divided between the ranks, which outlive it too. Throws InputError for options out of range.
std::unique_ptr<TreeEngine> make_tree_engine(const TreeOptions& options, const std::string& simd, Workers& workers,
                                             Decider& decider = own_decider(), Communicator& ranks = alone());

}  // namespace tucana
