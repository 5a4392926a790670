#include "tucana/integrators/neighbour/heavy_bodies.h"

#include <algorithm>
#include <iterator>

#include "tucana/core/compensated_sum.h"

namespace tucana {

void HeavyBodies::find(const NeighbourBodies& bodies) {
  mass_.clear();
  find_again(bodies, {});
}

void HeavyBodies::find_again(const NeighbourBodies& bodies, std::span<const Slot> changed) {
  const auto mass_in = [&](Slot slot) { return bodies.slots.is_parked(slot) ? 0 : bodies.row[index(slot)].mass; };
  if (mass_.empty()) {
    mass_.resize(bodies.size());
    for (std::size_t i = 0; i < mass_.size(); ++i) mass_[i] = mass_in(slot_at(i));
  } else {
    mass_.resize(bodies.size());
    for (const Slot slot : changed) mass_[index(slot)] = mass_in(slot);
  }
  find_in_column(bodies.body_count());
}

/// Parked slots add nothing to a sum and are not heavy.
void HeavyBodies::find_in_column(std::size_t bodies) {
  CompensatedSum total;
  for (const double mass : mass_) total.add(mass);
  mean_mass_ = bodies == 0 ? 0 : total.value() / static_cast<double>(bodies);
  max_mass_of_others_ = 0;
  slots_.clear();
  for (std::size_t i = 0; i < mass_.size(); ++i) {
    if (is_heavy(mass_[i]))
      slots_.push_back(slot_at(i));
    else
      max_mass_of_others_ = std::max(max_mass_of_others_, mass_[i]);
  }
}

void HeavyBodies::add_to(NeighbourLists& lists, std::span<const Slot> owners) const {
  if (slots_.empty()) return;
  NeighbourLists merged;
  merged.first.assign(1, 0);
  for (std::size_t k = 0; k < owners.size(); ++k) {
    std::ranges::set_union(lists.of(k), slots_, std::back_inserter(merged.slots));
    const auto begin = merged.slots.begin() + static_cast<std::ptrdiff_t>(merged.first.back());
    const auto own = std::lower_bound(begin, merged.slots.end(), owners[k]);
    if (own != merged.slots.end() && *own == owners[k]) merged.slots.erase(own);
    merged.first.push_back(merged.slots.size());
  }
  lists = std::move(merged);
}

void HeavyBodies::renumber(std::span<const Slot> new_slot) {
  for (Slot& slot : slots_) slot = new_slot[index(slot)];
  std::ranges::sort(slots_);
  mass_.clear();
}

}  // namespace tucana
