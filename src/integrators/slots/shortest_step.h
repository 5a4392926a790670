#pragma once

#include <algorithm>

#include "tucana/integrators/block_schedule.h"
#include "tucana/integrators/integrator.h"
#include "tucana/integrators/slots/slot_table.h"

namespace tucana {

/// The star with the shortest step. Of several that with the lowest id, since the order of slots with the same step may
/// differ after a restart.
inline StarStep shortest_step_of(const BlockSchedule& schedule, const SlotTable& slots) {
  const Level shortest = schedule.shortest();
  StarId star = slots.star(schedule.due().front());
  for (const Slot slot : schedule.due()) {
    if (schedule.level(slot) != shortest) break;  // due slots are sorted by step
    star = std::min(star, slots.star(slot));
  }
  return {star, shortest.units()};
}

}  // namespace tucana
