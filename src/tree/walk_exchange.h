#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tucana/core/communicator.h"
#include "tucana/gravity/force_engine.h"
#include "tucana/gravity/ranks/part_exchange.h"
#include "tucana/tree/cpu/walk_scratch.h"
#include "tucana/tree/groups.h"
#include "tucana/tree/target_order.h"

namespace tucana::tree {

/// Which groups of targets a rank walks. What a group gets depends on all its targets, so that walks are divided at
/// groups. Neighbouring groups need similar work, and go to different ranks in turn: in a model with a dense centre,
/// contiguous parts would have very different amounts of it.
class GroupShares {
 public:
  /// With fewer groups than this for each rank, every rank walks them all: building the tree takes longer than that.
  static constexpr std::size_t fewest = 4;

  GroupShares(std::size_t groups, const Communicator& ranks)
      : groups_(groups),
        size_(groups < fewest * static_cast<std::size_t>(ranks.size()) ? 1 : static_cast<std::size_t>(ranks.size())),
        rank_(size_ == 1 ? 0 : static_cast<std::size_t>(ranks.rank())) {}

  bool are_divided() const { return size_ > 1; }
  std::size_t count(std::size_t rank) const { return (groups_ + size_ - 1 - rank) / size_; }
  std::size_t own() const { return count(rank_); }
  /// The k-th group of this rank, or of another one.
  std::size_t group(std::size_t k) const { return group(k, rank_); }
  std::size_t group(std::size_t k, std::size_t rank) const { return k * size_ + rank; }
  std::size_t ranks() const { return size_; }
  std::size_t rank() const { return rank_; }

 private:
  std::size_t groups_, size_, rank_;
};

/// Brings what each rank computed for its groups to all others.
class WalkExchange {
 public:
  explicit WalkExchange(Communicator& ranks) : exchange_(ranks) {}
  /// `counts` are those of this rank before, and those of all ranks after.
  void exchange(const GroupShares& shares, std::span<const Group> groups, const TargetOrder& order,
                const Wanted& wanted, const Results& results, WalkCounts& counts);

 private:
  PartExchange exchange_;
  std::vector<Vec3> acceleration_;
  std::vector<double> potential_;
};

}  // namespace tucana::tree
