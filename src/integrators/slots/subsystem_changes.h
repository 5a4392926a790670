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

/// The bodies in some slots with the members of subsystems, which have been advanced to the time of the states, in
/// place of their centres.
std::vector<BodyAt> resolve_members(const SlotTable& table, std::span<const Slot> slots, std::span<const BodyAt> states,
                                    const Subsystems& subsystems);

}  // namespace tucana
