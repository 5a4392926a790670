#include "tucana/tree/target_order.h"

#include <algorithm>

#include "tucana/core/for_each_index.h"

namespace tucana::tree {
namespace {

/// If there is at least one target per this many bodies, reading all places is cheaper than sorting.
constexpr std::size_t bodies_a_target = 32;
constexpr std::size_t targets_a_unit = 4096;

}  // namespace

void TargetOrder::sort(const TreeSources& sources, const Targets& targets, Workers& workers) {
  order_.clear();
  places_.clear();
  if (targets.size() * bodies_a_target <= sources.body_count() || !sort_many(sources, targets))
    sort_few(sources, targets);
  for (std::size_t k = 0; k < targets.size(); ++k)
    if (targets.slot[k] == no_slot) order_.push_back(static_cast<std::uint32_t>(k));
  positions_.resize(order_.size());
  const double length = 1 / sources.units().length;
  for_each_index<targets_a_unit>(workers, order_.size(),
                                 [&](std::size_t k) { positions_[k] = targets.position[order_[k]] * length; });
}

bool TargetOrder::sort_many(const TreeSources& sources, const Targets& targets) {
  constexpr auto none = ~std::uint32_t{0};
  at_place_.assign(sources.body_count(), none);
  for (std::size_t k = 0; k < targets.size(); ++k) {
    if (targets.slot[k] == no_slot) continue;
    std::uint32_t& at = at_place_[sources.place(targets.slot[k])];
    if (at != none) return false;
    at = static_cast<std::uint32_t>(k);
  }
  for (std::size_t place = 0; place < at_place_.size(); ++place)
    if (at_place_[place] != none) {
      order_.push_back(at_place_[place]);
      places_.push_back(static_cast<std::uint32_t>(place));
    }
  return true;
}

void TargetOrder::sort_few(const TreeSources& sources, const Targets& targets) {
  for (std::size_t k = 0; k < targets.size(); ++k)
    if (targets.slot[k] != no_slot) order_.push_back(static_cast<std::uint32_t>(k));
  const auto place = [&](std::uint32_t k) { return sources.place(targets.slot[k]); };
  std::sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) { return place(a) < place(b); });
  for (const std::uint32_t k : order_) places_.push_back(place(k));
}

}  // namespace tucana::tree
