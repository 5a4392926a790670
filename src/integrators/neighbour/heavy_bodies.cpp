#include "tucana/integrators/neighbour/heavy_bodies.h"

#include <algorithm>
#include <iterator>

#include "tucana/core/compensated_sum.h"

namespace tucana {

void HeavyBodies::find(const NeighbourBodies& bodies) {
  const std::vector<Slot> all = bodies.slots.bodies();
  CompensatedSum total;
  for (const Slot slot : all) total.add(bodies.row[index(slot)].mass);
  mean_mass_ = all.empty() ? 0 : total.value() / static_cast<double>(all.size());
  max_mass_of_others_ = 0;
  slots_.clear();
  for (const Slot slot : all) {
    const NeighbourBody& body = bodies.row[index(slot)];
    if (is_heavy(body))
      slots_.push_back(slot);
    else
      max_mass_of_others_ = std::max(max_mass_of_others_, body.mass);
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
}

}  // namespace tucana
