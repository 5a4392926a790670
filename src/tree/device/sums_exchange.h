#pragma once

#include <cstdint>
#include <vector>

#include "tucana/core/communicator.h"
#include "tucana/gravity/ranks/part_exchange.h"

namespace tucana::tree {

/// Brings the sums of walks that are divided between ranks from each rank to the others. The host does not know which
/// targets a device has in which group: a rank sends those whose sums are not zero.
class SumsExchange {
 public:
  explicit SumsExchange(Communicator& ranks) : ranks_(ranks), exchange_(ranks) {}

  struct Counts {
    std::uint64_t body_pairs = 0, cell_pairs = 0, checked_cells = 0;
  };
  /// Four numbers for each target, zero for those of other ranks. Returns the counts of the others.
  Counts exchange(std::vector<float>& sums, const Counts& own, ExchangePhase phase);

 private:
  struct Row {
    std::uint32_t target;
    float sum[4];
  };

  Communicator& ranks_;
  PartExchange exchange_;
  std::vector<Row> rows_;
};

}  // namespace tucana::tree
