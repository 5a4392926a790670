#pragma once

#include <span>

#include "tucana/fewbody/subsystems.h"
#include "tucana/integrators/changes/changing_bodies.h"
#include "tucana/integrators/changes/subsystem_record.h"

namespace tucana {

// Subsystems at the beginning of a run, in slots that have neither forces nor lists yet: this costs in proportion to
// their number (Wang et al. 2015, section 3.3.2).

/// Stars that are known to be systems.
void begin_known_systems(const Stars& stars, ChangingBodies& bodies, Subsystems& subsystems, SubsystemRecord& record);

/// The same for stars of which only the nearest other one is known: those that would become pairs in their first steps.
/// All slots hold stars.
void begin_close_pairs(std::span<const Slot> nearest, ChangingBodies& bodies, Subsystems& subsystems,
                       SubsystemRecord& record);

}  // namespace tucana
