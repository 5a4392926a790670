#pragma once

#include <span>
#include <vector>

#include "tucana/core/body_at.h"
#include "tucana/fewbody/subsystems.h"
#include "tucana/integrators/slots/slot_table.h"

namespace tucana {

// What every integrator does when subsystems form and end.

/// Makes states relative to their centre of mass, which is returned.
BodyAt move_to_centre(std::span<BodyAt> states);

/// The slots of the groups that the rules ask for: stars in the order of their ids, and groups in the order of their
/// first stars, whatever the slots.
std::vector<std::vector<Slot>> formations_in_order(const SubsystemRules& rules, Tick t,
                                                   std::vector<SingleStar> candidates);

/// The bodies in some slots with the members of subsystems, which have been advanced to the time of the states, in
/// place of their centres.
std::vector<BodyAt> resolve_members(const SlotTable& table, std::span<const Slot> slots, std::span<const BodyAt> states,
                                    const Subsystems& subsystems);

}  // namespace tucana
