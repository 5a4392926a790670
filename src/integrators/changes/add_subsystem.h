#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "tucana/fewbody/subsystems.h"
#include "tucana/integrators/slots/slot_table.h"

namespace tucana {

/// A new subsystem in the slot that the table has for it; it knows the radii of its members if the rules want contacts.
inline void add_subsystem(Slot slot, std::unique_ptr<Subsystem> inside, const SlotTable& table,
                          Subsystems& subsystems) {
  if (subsystems.rules().finds_contacts()) {
    std::vector<double> radii;
    for (const std::uint32_t row : table.member_rows(slot)) radii.push_back(table.radius(row));
    inside->set_radii(radii);
  }
  subsystems.add(table.subsystem(slot), slot, std::move(inside));
}

}  // namespace tucana
