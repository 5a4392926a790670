#pragma once

#include <span>

#include "tucana/core/body_at.h"
#include "tucana/core/ids.h"
#include "tucana/core/tick.h"
#include "tucana/gravity/field/background_tide.h"
#include "tucana/gravity/partial_force.h"

namespace tucana {

/// What a subsystem sees of the bodies outside: a picture that does not change while subsystems advance.
class Surroundings {
 public:
  virtual ~Surroundings() = default;
  /// A body at t, predicted from the last block.
  virtual BodyAt at(Slot slot, Tick t) const = 0;
};

/// The forces of the bodies around a subsystem, and of a field, on its members.
class Tides {
 public:
  /// `own` is the slot of the centre; `related` are the bodies that act.
  Tides(const Surroundings& around, Slot own, std::span<const Slot> related, const PairLaw& law,
        const LinearTide& of_field = {})
      : around_(around), own_(own), related_(related), law_(law), of_field_(of_field) {}

  bool empty() const { return related_.empty() && of_field_ == LinearTide{}; }
  /// On points whose positions and velocities are relative to the centre. The part that all points have in common is
  /// included: it moves the centre, which the integrator follows. That of a field is not.
  void on_points(Tick t, std::span<const Vec3> x, std::span<const Vec3> v, std::span<PartialForce> forces) const;
  /// The same over small distances.
  LinearTide linear(Tick t) const;

 private:
  const Surroundings& around_;
  Slot own_;
  std::span<const Slot> related_;
  PairLaw law_;
  LinearTide of_field_;
};

}  // namespace tucana
