#include "tucana/gravity/ranks/ranked_engine.h"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "tucana/core/error.h"
#include "tucana/gravity/field/field_engine.h"

namespace tucana {
namespace {

/// Targets that the kernels of the processor take at once.
constexpr std::size_t grain = 32;

template <class T>
std::span<T> part_of(std::span<T> column, std::size_t begin, std::size_t size) {
  return column.empty() ? column : column.subspan(begin, size);
}

Targets part_of(const Targets& all, std::size_t begin, std::size_t size) {
  const auto part = [&](auto column) { return part_of(column, begin, size); };
  return {part(all.slot),         part(all.position),  part(all.velocity),         part(all.radius2),
          part(all.acceleration), part(all.list_time), part(all.old_acceleration), part(all.softening2)};
}

Results part_of(const Results& all, std::size_t begin, std::size_t size, NeighbourLists* lists) {
  const auto part = [&](auto column) { return part_of(column, begin, size); };
  return {part(all.acceleration),      part(all.jerk), part(all.potential), part(all.nearest),
          part(all.nearest_distance2), lists,          part(all.snap),      all.interactions};
}

/// Sums for the log and for snapshots are not part of the integration.
ExchangePhase phase_of(const Wanted& wanted) {
  return wanted.looking || !wanted.acceleration ? ExchangePhase::other : ExchangePhase::force;
}

/// Calls use(column) for every column of results that was wanted.
template <class Use>
void for_each_column(const Wanted& wanted, const Results& results, const Use& use) {
  if (wanted.acceleration) use(results.acceleration);
  if (wanted.acceleration && !results.jerk.empty()) use(results.jerk);
  if (wanted.snap) use(results.snap);
  if (wanted.potential) use(results.potential);
  if (wanted.nearest) use(results.nearest);
  if (wanted.nearest) use(results.nearest_distance2);
}

/// That a rank tells of each of its targets, without neighbours.
std::size_t row_bytes(const Wanted& wanted, const Results& results) {
  std::size_t bytes = wanted.lists ? sizeof(std::uint64_t) : 0;
  for_each_column(wanted, results, [&](auto column) { bytes += sizeof(column[0]); });
  return bytes;
}

}  // namespace

RankedEngine::RankedEngine(std::unique_ptr<ForceEngine> own, Communicator& ranks, const DividingRule& rule)
    : own_(std::move(own)), ranks_(ranks), rule_(rule), exchange_(ranks) {
  TUCANA_EXPECT(own_->sums_all_pairs());
}

std::string RankedEngine::description() const {
  return fmt::format("{} in {} ranks", own_->description(), ranks_.size());
}

std::unique_ptr<ForceEngine> in_ranks(std::unique_ptr<ForceEngine> engine, Communicator& ranks,
                                      const DividingRule& rule) {
  if (ranks.is_alone()) return engine;
  return std::make_unique<RankedEngine>(std::move(engine), ranks, rule);
}

DividingRule dividing_rule_of(const ForceEngine& engine) {
  if (const auto* field = dynamic_cast<const FieldEngine*>(&engine)) return dividing_rule_of(field->pairs());
  const auto* ranked = dynamic_cast<const RankedEngine*>(&engine);
  return ranked != nullptr ? ranked->rule() : DividingRule();
}

Pending RankedEngine::evaluate(SourceSet& sources, Tick when, const Targets& targets, const PairLaw& law,
                               const Wanted& wanted, const Results& results) {
  const double pairs = static_cast<double>(targets.size()) * static_cast<double>(sources.size());
  if (ranks_.is_alone() || targets.size() <= grain ||
      !rule_.divides_sums(pairs, row_bytes(wanted, results) * targets.size()))
    return own_->evaluate(sources, when, targets, law, wanted, results);
  const RankParts parts(targets.size(), ranks_, grain);
  const auto rank = static_cast<std::size_t>(ranks_.rank());
  const std::size_t begin = parts.begin(rank), size = parts.size(rank);
  const Targets own = part_of(targets, begin, size);
  // Shared, because a std::function can be copied and a Pending cannot.
  struct OwnPart {
    NeighbourLists lists;
    std::unique_ptr<Pending> pending;
  };
  auto part = std::make_shared<OwnPart>();
  if (phase_of(wanted) == ExchangePhase::force) ranks_.count_divided(size * sources.size());
  const Results own_results = part_of(results, begin, size, wanted.lists ? &part->lists : nullptr);
  part->pending = std::make_unique<Pending>(own_->evaluate(sources, when, own, law, wanted, own_results));
  return Pending([this, part, parts, wanted, results] {
    part->pending->wait();
    const MovingTimer timer(ranks_);
    gather(parts, wanted, part->lists, results);
    if (wanted.lists) gather_lists(parts, part->lists, *results.lists, phase_of(wanted));
  });
}

void RankedEngine::gather(const RankParts& parts, const Wanted& wanted, const NeighbourLists& own_lists,
                          const Results& results) {
  const auto rank = static_cast<std::size_t>(ranks_.rank());
  std::vector<std::size_t> bytes(parts.ranks());
  for (std::size_t r = 0; r < bytes.size(); ++r) bytes[r] = row_bytes(wanted, results) * parts.size(r);
  exchange_.begin(bytes);
  for_each_column(wanted, results, [&](auto column) {
    using Row = typename decltype(column)::value_type;
    exchange_.put(std::span<const Row>(part_of(column, parts.begin(rank), parts.size(rank))));
  });
  std::vector<std::uint64_t> counts;
  if (wanted.lists) {
    for (std::size_t k = 0; k < own_lists.targets(); ++k) counts.push_back(own_lists.of(k).size());
    exchange_.put(std::span<const std::uint64_t>(counts));
  }
  exchange_.exchange(phase_of(wanted));
  if (wanted.lists) results.lists->first.assign(1, 0);
  for (std::size_t r = 0; r < parts.ranks(); ++r) {
    for_each_column(wanted, results,
                    [&](auto column) { exchange_.take(r, part_of(column, parts.begin(r), parts.size(r))); });
    if (!wanted.lists) continue;
    counts.resize(parts.size(r));
    exchange_.take(r, std::span(counts));
    auto& first = results.lists->first;
    for (const std::uint64_t count : counts) first.push_back(first.back() + count);
  }
}

/// The lists stand one after the other, in the order of the ranks: they are gathered where they belong.
void RankedEngine::gather_lists(const RankParts& parts, const NeighbourLists& own_lists, NeighbourLists& lists,
                                ExchangePhase phase) {
  lists.slots.resize(lists.first.back());
  std::vector<std::size_t> begin;
  for (std::size_t r = 0; r <= parts.ranks(); ++r) begin.push_back(lists.first[parts.begin(r)] * sizeof(Slot));
  const auto rank = static_cast<std::size_t>(ranks_.rank());
  const auto all = std::as_writable_bytes(std::span(lists.slots));
  if (!own_lists.slots.empty())
    std::memcpy(all.data() + begin[rank], own_lists.slots.data(), own_lists.slots.size() * sizeof(Slot));
  ranks_.gather(all, begin, phase);
}

}  // namespace tucana
