#include "tucana/integrators/slots/subsystem_changes.h"

#include <algorithm>

namespace tucana {

BodyAt move_to_centre(std::span<BodyAt> states) {
  BodyAt centre;
  for (const BodyAt& one : states) centre.mass += one.mass;
  // Relative to the first one, so that no digits are lost far from the origin. Without mass all count alike.
  const BodyAt first = states.front();
  for (const BodyAt& one : states) {
    const double share = centre.mass > 0 ? one.mass / centre.mass : 1 / static_cast<double>(states.size());
    centre.x += share * (one.x - first.x);
    centre.v += share * (one.v - first.v);
  }
  for (BodyAt& one : states) {
    one.x = (one.x - first.x) - centre.x;
    one.v = (one.v - first.v) - centre.v;
  }
  centre.x += first.x;
  centre.v += first.v;
  return centre;
}

std::vector<BodyAt> resolve_members(const SlotTable& table, std::span<const Slot> slots, std::span<const BodyAt> states,
                                    const Subsystems& subsystems) {
  std::vector<BodyAt> all;
  for (std::size_t k = 0; k < slots.size(); ++k) {
    if (table.holds_star(slots[k])) {
      all.push_back(states[k]);
      continue;
    }
    for (const BodyAt& member : subsystems.members(table.subsystem(slots[k])))
      all.push_back({member.mass, states[k].x + member.x, states[k].v + member.v});
  }
  return all;
}

}  // namespace tucana
