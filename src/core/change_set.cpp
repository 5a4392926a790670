#include "tucana/core/change_set.h"

namespace tucana {

EnergyChange& EnergyChange::operator+=(const EnergyChange& other) {
  orbit += other.orbit;
  mass += other.mass;
  kick += other.kick;
  merger += other.merger;
  removal += other.removal;
  addition += other.addition;
  relativity += other.relativity;
  radiation += other.radiation;
  return *this;
}

void EnergyChange::describe(Archive& archive) {
  const Archive::Group group(archive, "energy_change");
  archive.field("orbit", orbit);
  archive.field("mass", mass);
  archive.field("kick", kick);
  archive.field("merger", merger);
  archive.field("removal", removal);
  archive.field("addition", addition);
}

}  // namespace tucana
