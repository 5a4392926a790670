#include "tucana/integrators/neighbour/rank_rows.h"

#include <vector>

#include "tucana/gravity/ranks/part_exchange.h"
#include "tucana/gravity/ranks/ranked_engine.h"

namespace tucana {
namespace {

/// An irregular step, with some tens of neighbours at scattered places, takes as long as so many pairs in double
/// precision: 300 with 4096 bodies, which are in the cache, 700 with 16384 (AVX-512).
constexpr double pairs_per_step = 500;
/// Parts begin at multiples of this, for the cache lines of the rows' neighbours in memory.
constexpr std::size_t rank_grain = 16;

}  // namespace

RankRows::RankRows(Communicator& ranks, const ForceEngine& engine) : ranks_(&ranks), rule_(dividing_rule_of(engine)) {}

RankRows::Share RankRows::share_of(std::size_t rows) const {
  if (ranks_->is_alone() || rows <= rank_grain ||
      !rule_.divides_host_work(pairs_per_step * static_cast<double>(rows), rows * sizeof(SentRow)))
    return {0, rows, true};
  const RankParts parts(rows, *ranks_, rank_grain);
  const auto rank = static_cast<std::size_t>(ranks_->rank());
  return {parts.begin(rank), parts.size(rank), false};
}

void RankRows::gather(std::span<ActiveRow> rows, const Share& own, std::uint64_t own_pairs) {
  ranks_->count_divided(own_pairs);
  const MovingTimer timer(*ranks_);
  const RankParts parts(rows.size(), *ranks_, rank_grain);
  std::vector<std::size_t> first;
  for (std::size_t r = 0; r <= parts.ranks(); ++r) first.push_back(parts.begin(r) * sizeof(SentRow));
  sent_.resize(rows.size());
  for (std::size_t k = own.begin; k < own.begin + own.size; ++k) sent_[k] = {rows[k].irregular, rows[k].wanted_step};
  ranks_->gather(std::as_writable_bytes(std::span(sent_)), first, ExchangePhase::irregular);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (own.has(k)) continue;
    rows[k].irregular = sent_[k].irregular;
    rows[k].wanted_step = sent_[k].wanted_step;
  }
}

double RankRows::sum_of(const ActiveRow& row) {
  const Vec3 all = row.x + row.v + row.irregular.a + row.irregular.j + row.total.a + row.total.j;
  return all.x + all.y + all.z;
}

}  // namespace tucana
