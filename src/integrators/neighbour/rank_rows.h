#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tucana/core/communicator.h"
#include "tucana/gravity/force_engine.h"
#include "tucana/gravity/ranks/dividing_rule.h"
#include "tucana/integrators/neighbour/active_row.h"

namespace tucana {

/// The irregular steps of a block, divided between ranks: each body's step depends on the bodies at the last block
/// alone, and one rank makes it for all. The same for what the changes of lists move between the two forces.
class RankRows {
 public:
  RankRows() : ranks_(&alone()) {}
  /// Blocks are divided that are worth it, as sums of the engine are.
  RankRows(Communicator& ranks, const ForceEngine& engine);

  struct Share {
    std::size_t begin, size;
    bool is_all;  ///< nothing is divided: every rank computes all rows
    bool has(std::size_t k) const { return k >= begin && k < begin + size; }
  };
  Share share_of_steps(std::size_t rows) const;
  Share share_of_list_changes(std::size_t rows) const;

  /// Every rank has filled in its share of the rows, with so many pairs, and gets the irregular forces and next steps
  /// of the others; the rest of a row follows from them.
  void gather(std::span<ActiveRow> rows, const Share& own, std::uint64_t own_pairs);
  /// Every rank has filled in its share of what lists have moved, and gets that of the others.
  void gather(std::span<PartialForce> moved);

  /// Finite if all numbers of a row are, but for the regular part, which was checked when it was computed.
  static double sum_of(const ActiveRow& row);

 private:
  /// What is sent of a row: a third of it.
  struct SentRow {
    PartialForce irregular;
    double wanted_step;
  };

  Share share_of(std::size_t rows, double pairs_per_row, std::size_t bytes_per_row) const;

  Communicator* ranks_;
  DividingRule rule_;
  std::vector<SentRow> sent_;
};

}  // namespace tucana
