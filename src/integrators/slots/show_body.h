#pragma once

#include "tucana/core/body_at.h"
#include "tucana/core/stars.h"
#include "tucana/fewbody/subsystems.h"
#include "tucana/integrators/slots/slot_table.h"

namespace tucana {

/// Writes what a slot holds, a star or the members of a subsystem, into the rows of its stars.
inline void show_body(const SlotTable& slots, Slot slot, const BodyAt& body, const Subsystems* subsystems,
                      StarsBuffer& stars) {
  const auto show = [&](std::size_t row, const BodyAt& star) {
    stars.mass[row] = star.mass;
    stars.position[row] = star.x;
    stars.velocity[row] = star.v;
  };
  if (slots.holds_star(slot)) return show(slots.star_row(slot), body);
  const auto rows = slots.member_rows(slot);
  const auto members = subsystems->members(slots.subsystem(slot));
  for (std::size_t k = 0; k < rows.size(); ++k)
    show(rows[k], {members[k].mass, body.x + members[k].x, body.v + members[k].v});
}

}  // namespace tucana
