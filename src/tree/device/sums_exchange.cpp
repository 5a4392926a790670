#include "tucana/tree/device/sums_exchange.h"

#include <algorithm>
#include <bit>

namespace tucana::tree {
namespace {

/// Not even a negative zero.
bool is_empty(float value) { return std::bit_cast<std::uint32_t>(value) == 0; }

struct Told {
  std::uint64_t rows;
  SumsExchange::Counts counts;
};

}  // namespace

SumsExchange::Counts SumsExchange::exchange(std::vector<float>& sums, const Counts& own, ExchangePhase phase) {
  const MovingTimer timer(ranks_);
  rows_.clear();
  for (std::size_t i = 0; i < sums.size(); i += 4) {
    if (std::all_of(&sums[i], &sums[i] + 4, is_empty)) continue;
    Row& row = rows_.emplace_back();
    row.target = static_cast<std::uint32_t>(i / 4);
    std::copy_n(&sums[i], 4, row.sum);
  }
  const auto told = row_of_each(ranks_, Told{rows_.size(), own}, phase);
  std::vector<std::size_t> bytes;
  for (const Told& one : told) bytes.push_back(one.rows * sizeof(Row));
  exchange_.begin(bytes);
  exchange_.put(std::span<const Row>(rows_));
  exchange_.exchange(phase);
  Counts others;
  for (std::size_t r = 0; r < told.size(); ++r) {
    if (r == static_cast<std::size_t>(ranks_.rank())) continue;
    others.body_pairs += told[r].counts.body_pairs;
    others.cell_pairs += told[r].counts.cell_pairs;
    others.checked_cells += told[r].counts.checked_cells;
    rows_.resize(told[r].rows);
    exchange_.take(r, std::span(rows_));
    for (const Row& row : rows_) std::copy_n(row.sum, 4, &sums[std::size_t{4} * row.target]);
  }
  return others;
}

}  // namespace tucana::tree
