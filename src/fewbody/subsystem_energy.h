#pragma once

#include "tucana/core/archive.h"

namespace tucana {

/// By how much the energy of all stars has changed because of how pairs and groups are carried, by cause. All of it is
/// part of the energy error of a run, none of it enters a ledger.
struct SubsystemEnergy {
  /// What slowed orbits were given so that the mean of their energy stays, beyond what those without slow-down are.
  double slow_down = 0;
  /// What orbits were given when the tides that act on them began, ended or were exchanged.
  double switches = 0;
  /// What stars lost or gained by becoming subsystems and single stars again: rounding, mostly.
  double formation = 0;
  /// What the motion inside of groups has lost of their integrated energies.
  double groups = 0;

  double sum() const { return slow_down + switches + formation + groups; }
  SubsystemEnergy& operator+=(const SubsystemEnergy& more) {
    slow_down += more.slow_down;
    switches += more.switches;
    formation += more.formation;
    groups += more.groups;
    return *this;
  }
  bool operator==(const SubsystemEnergy&) const = default;

  void describe(Archive& archive) {
    archive.field("slow_down_energy", slow_down);
    archive.field("switches_energy", switches);
    archive.field("formation_energy", formation);
    archive.field("groups_energy", groups);
  }
};

}  // namespace tucana
