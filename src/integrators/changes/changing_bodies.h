#pragma once

#include <limits>
#include <span>
#include <vector>

#include "tucana/core/frame.h"
#include "tucana/fewbody/tides.h"
#include "tucana/integrators/changes/change_forces.h"
#include "tucana/integrators/slots/slot_table.h"

namespace tucana {

/// The forces that bodies feel from the time of a change on: one entry for each body that goes on.
struct ChangedForces {
  std::vector<Slot> slot;
  std::vector<BodyAt> state;  ///< predicted to the time of the change
  std::vector<PartialForce> change;
  std::span<const ChangeForces::Difference> sources;  ///< what the change is due to
  std::span<const ChangePlan::Star> added;            ///< of these, stars that have no slot yet
};

/// What an integrator does with its bodies while StarChanges carries out a change. All of it happens at the time of the
/// last block; as Surroundings it shows bodies as others see them, predicted.
class ChangingBodies : public Surroundings {
 public:
  virtual SlotTable& slots() = 0;
  /// In which the bodies are kept.
  virtual Frame frame() const { return {}; }

  /// Whether bodies have to be at one time for a change, and are not: bring_together() takes them there, each by a step
  /// of its own.
  virtual bool are_apart() const { return false; }
  virtual void bring_together(Tick /*t*/) {}

  /// Bodies as output shows them: by trial steps to t.
  virtual std::vector<BodyAt> corrected(std::span<const Slot> slots, Tick t) = 0;
  /// Bodies feel other forces from t on, as if they always had (rewrite_past.h).
  virtual void feel(const ChangedForces& forces, Tick t) = 0;
  virtual void set_mass(Slot slot, double mass) = 0;
  /// A body without a past; restart() follows.
  virtual void set(Slot slot, const BodyAt& body, Tick t) = 0;
  /// The same for a new star, the number-th of ChangedForces::added.
  virtual void add(std::size_t /*number*/, Slot slot, const BodyAt& body, Tick t) { set(slot, body, t); }
  /// What these slots hold takes no more steps and is nobody's neighbour; they are parked next.
  virtual void leave(std::span<const Slot> slots) = 0;
  /// The table has other slots than before.
  virtual void fit_to_slots() = 0;
  /// Some bodies become one, in the first of their slots, before the table knows; or one becomes several, after.
  virtual void join(std::span<const Slot> members, Tick t) = 0;
  virtual void part(std::span<const Slot> members) = 0;
  // What subsystems need to know of those around them: for integrators that carry any.

  /// A body as others see it, which an integrator may know more cheaply if it need not be exact to the last digits;
  /// only while nothing has changed since the block.
  virtual BodyAt about(Slot slot, Tick t) const { return at(slot, t); }

  /// Bodies around one: its neighbours, or those within a radius (0: as far as close encounters reach), ascending.
  virtual std::vector<Slot> near(Slot /*slot*/, double /*radius*/, Tick /*t*/) { return {}; }
  /// near() may be called from several threads at once.
  virtual bool shares_near() const { return false; }
  /// near() leaves out bodies that are farther away than this, whatever the radius.
  virtual double known_radius(Slot /*slot*/) const { return std::numeric_limits<double>::infinity(); }
  /// The tides at some bodies of all that near() does not name: for those whose known radius is finite.
  virtual std::vector<LinearTide> tides_beyond(std::span<const Slot> slots, Tick /*t*/) {
    return std::vector<LinearTide>(slots.size());
  }
  /// Within this distance near() names all bodies whatever radius it is given, as far as is known.
  virtual double listed_radius(Slot /*slot*/) const { return 0; }
  /// A lower bound of the time in which a body that near() did not name for this radius may come within a distance.
  virtual double time_to_arrive(double /*radius*/, double /*distance*/) const { return 0; }
  /// Whether near() names others than before since t.
  virtual bool has_new_list(Slot /*slot*/, Tick /*t*/) const { return false; }
  /// When a body is due next.
  virtual Tick next_time(Slot /*slot*/) const { return Tick::never; }
  virtual void limit_step(Slot /*slot*/, double /*longest*/) {}
  /// The size of the acceleration of a body.
  virtual double acceleration(Slot /*slot*/) const { return 0; }
  /// A body feels an additional force from t on, as if it always had.
  virtual void add_force(Slot /*slot*/, const PartialForce& /*force*/, Tick /*t*/) {}
  /// The same with what subsystems know of it: schemes of 4th order need no more than the jerk.
  virtual void add_series(Slot slot, const ForceSeries& force, Tick t) { add_force(slot, force, t); }
  /// The square of typical velocities, and the largest mass of a body.
  virtual double speed2() const { return 0; }
  virtual double max_mass() const { return 0; }

  /// Forces and first steps of bodies without a past, after everything else has changed.
  virtual void restart(std::vector<Slot> slots, Tick t) = 0;
};

}  // namespace tucana
