#include "tucana/tree/walk_exchange.h"

#include <cstdint>

namespace tucana::tree {
namespace {

/// Calls use(target) for all targets of the groups of a rank.
template <class Use>
void for_each_target(const GroupShares& shares, std::size_t rank, std::span<const Group> groups,
                     const TargetOrder& order, const Use& use) {
  for (std::size_t k = 0; k < shares.count(rank); ++k) {
    const Group& group = groups[shares.group(k, rank)];
    for (std::uint32_t t = 0; t < group.count; ++t) use(order.target(group.first + t));
  }
}

}  // namespace

void WalkExchange::exchange(const GroupShares& shares, std::span<const Group> groups, const TargetOrder& order,
                            const Wanted& wanted, const Results& results, WalkCounts& counts) {
  const std::size_t row_bytes = (wanted.acceleration ? sizeof(Vec3) : 0) + (wanted.potential ? sizeof(double) : 0);
  std::vector<std::size_t> targets(shares.ranks()), bytes;
  for (std::size_t r = 0; r < shares.ranks(); ++r) {
    for (std::size_t k = 0; k < shares.count(r); ++k) targets[r] += groups[shares.group(k, r)].count;
    bytes.push_back(sizeof(WalkCounts) + targets[r] * row_bytes);
  }
  exchange_.begin(bytes);
  exchange_.put(std::span<const WalkCounts>(&counts, 1));
  acceleration_.clear();
  potential_.clear();
  for_each_target(shares, shares.rank(), groups, order, [&](std::size_t k) {
    if (wanted.acceleration) acceleration_.push_back(results.acceleration[k]);
    if (wanted.potential) potential_.push_back(results.potential[k]);
  });
  exchange_.put(std::span<const Vec3>(acceleration_));
  exchange_.put(std::span<const double>(potential_));
  exchange_.exchange(wanted.looking ? ExchangePhase::other : ExchangePhase::force);
  counts = {};
  for (std::size_t r = 0; r < shares.ranks(); ++r) {
    WalkCounts of_rank;
    exchange_.take(r, std::span(&of_rank, 1));
    counts += of_rank;
    acceleration_.resize(wanted.acceleration ? targets[r] : 0);
    potential_.resize(wanted.potential ? targets[r] : 0);
    exchange_.take(r, std::span(acceleration_));
    exchange_.take(r, std::span(potential_));
    std::size_t next = 0;
    for_each_target(shares, r, groups, order, [&](std::size_t k) {
      if (wanted.acceleration) results.acceleration[k] = acceleration_[next];
      if (wanted.potential) results.potential[k] = potential_[next];
      ++next;
    });
  }
}

}  // namespace tucana::tree
