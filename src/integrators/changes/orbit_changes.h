#pragma once

#include <span>
#include <vector>

#include "tucana/core/change_set.h"
#include "tucana/core/workers.h"
#include "tucana/fewbody/subsystems.h"
#include "tucana/integrators/changes/change_forces.h"
#include "tucana/integrators/changes/changing_bodies.h"

namespace tucana {

/// The part of a ChangeSet that leaves subsystems as they are: pairs whose members get other masses and another orbit
/// about each other, and new radii of stars inside subsystems. The centre of mass goes on as a body that changes its
/// mass alone; those who feel the members do so from now on as if these had always been where they are
/// (rewrite_past.h).
class OrbitChanges {
 public:
  /// Throws InputError for a pair that is none, and for numbers that are not finite.
  OrbitChanges(const ChangeSet& set, const SlotTable& slots);

  bool is_idle() const { return pairs_.empty() && radii_.empty(); }
  /// Returns by how much the energy of all stars has changed.
  double apply(ChangingBodies& bodies, Subsystems& subsystems, ChangeForces& forces, Workers& workers, Tick t);
  /// What is left of the set.
  const ChangeSet& rest() const { return rest_; }

 private:
  struct Pair {
    Slot slot;
    BodyAt centre;  ///< with the mass before
    double mass = 0;
    /// Relative to the centre, in the order of the subsystem.
    std::vector<BodyAt> before, after;
  };
  struct RadiusInside {
    Slot slot;
    std::uint32_t row;
    double radius;
  };

  void take_orbits(const ChangeSet& set, const SlotTable& slots);
  void take_radii(const ChangeSet& set, const SlotTable& slots);
  void find_states(ChangingBodies& bodies, Subsystems& subsystems, Workers& workers, Tick t);
  double energy(ChangingBodies& bodies, Subsystems& subsystems, ChangeForces& forces, Workers& workers, Tick t) const;
  void feel(ChangingBodies& bodies, ChangeForces& forces, Tick t) const;
  void change_insides(ChangingBodies& bodies, Subsystems& subsystems, Workers& workers, Tick t);

  ChangeSet rest_;
  std::vector<Pair> pairs_;
  std::vector<RadiusInside> radii_;
};

}  // namespace tucana
