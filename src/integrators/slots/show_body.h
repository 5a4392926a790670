#pragma once

#include "tucana/core/body_at.h"
#include "tucana/core/stars.h"
#include "tucana/fewbody/subsystems.h"
#include "tucana/integrators/slots/slot_table.h"

namespace tucana {

/// Writes what a slot holds, a star or the members of a subsystem, into the rows of its stars. A subsystem is added to
/// the systems of the table.
inline void show_body(const SlotTable& slots, Slot slot, const BodyAt& body, const Subsystems* subsystems,
                      StarsBuffer& stars) {
  const auto show = [&](std::size_t row, const BodyAt& star) {
    stars.mass[row] = star.mass;
    stars.position[row] = star.x;
    stars.velocity[row] = star.v;
  };
  if (slots.holds_star(slot)) return show(slots.star_row(slot), body);
  const auto rows = slots.member_rows(slot);
  const std::uint32_t number = slots.subsystem(slot);
  const auto members = subsystems->members(number);
  stars.systems.push_back({rows.size() == 2 ? SystemKind::pair : SystemKind::group,
                           static_cast<std::uint32_t>(stars.system_members.size()),
                           static_cast<std::uint32_t>(rows.size()), (*subsystems)[number].slow_down(), body.x, body.v});
  for (std::size_t k = 0; k < rows.size(); ++k) {
    show(rows[k], {members[k].mass, body.x + members[k].x, body.v + members[k].v});
    stars.system_members.push_back({rows[k], members[k].x, members[k].v});
  }
}

}  // namespace tucana
