#pragma once

#include "tucana/fewbody/subsystems.h"
#include "tucana/integrators/changes/changing_bodies.h"

namespace tucana {

/// A body as the rules of subsystems see it.
inline NearBody near_body(Slot slot, const ChangingBodies& bodies, const SlotTable& table, const Subsystems& subsystems,
                          Tick t) {
  return {slot, table.star(slot), bodies.at(slot, t),
          table.holds_subsystem(slot) ? &subsystems[table.subsystem(slot)] : nullptr};
}

}  // namespace tucana
