#include "tucana/integrators/neighbour/rank_rows.h"

#include <vector>

#include "tucana/gravity/ranks/part_exchange.h"
#include "tucana/gravity/ranks/ranked_engine.h"

namespace tucana {
namespace {

/// An irregular step, with some tens of neighbours at scattered places, takes as long as so many pairs in double
/// precision: 300 with 4096 bodies, which are in the cache, 700 with 16384 (AVX-512).
constexpr double pairs_per_step = 500;
/// To compare two lists and to sum over what has changed, twice as long.
constexpr double pairs_per_list = 1000;
/// Parts begin at multiples of this, for the cache lines of the rows' neighbours in memory.
constexpr std::size_t rank_grain = 16;

template <class Row>
void gather_rows(Communicator& ranks, std::span<Row> rows, ExchangePhase phase) {
  const RankParts parts(rows.size(), ranks, rank_grain);
  std::vector<std::size_t> first;
  for (std::size_t r = 0; r <= parts.ranks(); ++r) first.push_back(parts.begin(r) * sizeof(Row));
  ranks.gather(std::as_writable_bytes(rows), first, phase);
}

}  // namespace

RankRows::RankRows(Communicator& ranks, const ForceEngine& engine) : ranks_(&ranks), rule_(dividing_rule_of(engine)) {}

RankRows::Share RankRows::share_of_steps(std::size_t rows) const {
  return share_of(rows, pairs_per_step, sizeof(SentRow));
}

RankRows::Share RankRows::share_of_list_changes(std::size_t rows) const {
  return share_of(rows, pairs_per_list, sizeof(PartialForce));
}

RankRows::Share RankRows::share_of(std::size_t rows, double pairs_per_row, std::size_t bytes_per_row) const {
  if (ranks_->is_alone() || rows <= rank_grain ||
      !rule_.divides_host_work(pairs_per_row * static_cast<double>(rows), rows * bytes_per_row))
    return {0, rows, true};
  const RankParts parts(rows, *ranks_, rank_grain);
  const auto rank = static_cast<std::size_t>(ranks_->rank());
  return {parts.begin(rank), parts.size(rank), false};
}

void RankRows::gather(std::span<ActiveRow> rows, const Share& own, std::uint64_t own_pairs) {
  ranks_->count_divided(own_pairs);
  const MovingTimer timer(*ranks_);
  sent_.resize(rows.size());
  for (std::size_t k = own.begin; k < own.begin + own.size; ++k) sent_[k] = {rows[k].irregular, rows[k].wanted_step};
  gather_rows(*ranks_, std::span(sent_), ExchangePhase::irregular);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (own.has(k)) continue;
    rows[k].irregular = sent_[k].irregular;
    rows[k].wanted_step = sent_[k].wanted_step;
  }
}

void RankRows::gather(std::span<PartialForce> moved) { gather_rows(*ranks_, moved, ExchangePhase::force); }

double RankRows::sum_of(const ActiveRow& row) {
  const Vec3 all = row.x + row.v + row.irregular.a + row.irregular.j + row.total.a + row.total.j;
  return all.x + all.y + all.z;
}

}  // namespace tucana
