#pragma once

#include <cstdint>
#include <vector>

#include "tucana/core/archive.h"
#include "tucana/core/stars.h"
#include "tucana/integrators/slots/short_columns.h"
#include "tucana/integrators/slots/slot_table.h"

namespace tucana {

/// The state of the bodies, one row per slot, 72 bytes each and 16 more where masses differ and ids are arbitrary:
/// there may be millions. The time of a row is not stored; it follows from the schedule.
struct LeapfrogBodies {
  SlotTable slots;  ///< without parked ones
  MassColumn mass;
  std::vector<std::uint8_t> family;  ///< numbers of Family; empty if not needed, or if all are stars
  std::vector<Vec3> x, v, a;

  std::size_t size() const { return mass.size(); }
  std::size_t family_of(std::size_t i) const { return family.empty() ? 0 : family[i]; }
  void take(const Stars& stars, bool with_families);
  /// A table of all stars, from positions and velocities of all bodies in the order of their slots.
  void show(std::vector<Vec3> position, std::vector<Vec3> velocity, StarsBuffer& stars) const;
  /// Drops parked slots.
  void drop_parked();
  std::size_t bytes() const {
    return slots.bytes() + mass.bytes() + family.capacity() +
           (x.capacity() + v.capacity() + a.capacity()) * sizeof(Vec3);
  }
  /// `with_families` as in take().
  void describe(Archive& archive, bool with_families);
};

}  // namespace tucana
