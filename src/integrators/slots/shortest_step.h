#pragma once

#include <cstdint>

#include "tucana/fewbody/subsystems.h"
#include "tucana/integrators/block_schedule.h"
#include "tucana/integrators/integrator.h"
#include "tucana/integrators/slots/slot_table.h"

namespace tucana {

/// The star with the shortest step. Of several that with the lowest id, since the order of slots with the same step may
/// differ after a restart.
inline StarStep shortest_step_of(const BlockSchedule& schedule, const SlotTable& slots,
                                 const Subsystems* subsystems = nullptr) {
  const Level shortest = schedule.shortest();
  Slot first = schedule.due().front();
  for (const Slot slot : schedule.due()) {
    if (schedule.level(slot) != shortest) break;  // due slots are sorted by step
    if (slots.star(slot) < slots.star(first)) first = slot;
  }
  StarStep step{slots.star(first), shortest.units()};
  if (subsystems == nullptr || !slots.holds_subsystem(first)) return step;
  const std::uint32_t number = slots.subsystem(first);
  step.system = (*subsystems)[number].kind();
  step.is_perturbed = !subsystems->is_asleep(number);
  return step;
}

}  // namespace tucana
