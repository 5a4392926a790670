#pragma once

#include <span>
#include <vector>

#include "tucana/core/body_at.h"
#include "tucana/core/ids.h"
#include "tucana/core/tick.h"
#include "tucana/gravity/field/background_tide.h"
#include "tucana/gravity/force_series.h"
#include "tucana/gravity/partial_force.h"

namespace tucana {

/// What a subsystem sees of the bodies outside: a picture that does not change while subsystems advance.
class Surroundings {
 public:
  virtual ~Surroundings() = default;
  /// A body at t, predicted from the last block.
  virtual BodyAt at(Slot slot, Tick t) const = 0;
  /// The same as forces are summed, where an integrator knows that more cheaply: rounded as the rows are from which it
  /// sums, which tides and differences of forces do not notice.
  virtual BodyAt in_sums(Slot slot, Tick t) const { return at(slot, t); }
  /// The same with its acceleration and jerk, from integrators that need the snaps of forces.
  virtual BodyOnPath path(Slot slot, Tick t) const {
    const BodyAt body = at(slot, t);
    return {body.mass, body.x, body.v, {}, {}};
  }
};

/// The forces of the bodies around a subsystem, and of a field, on its members.
class Tides {
 public:
  /// `own` is the slot of the centre; `related` are the bodies that act.
  Tides(const Surroundings& around, Slot own, std::span<const Slot> related, const PairLaw& law,
        const LinearTide& of_field = {})
      : around_(around), own_(own), related_(related), law_(law), of_field_(of_field) {}

  bool empty() const { return related_.empty() && of_field_ == LinearTide{}; }
  std::span<const Slot> related() const { return related_; }
  /// On points whose positions and velocities are relative to the centre. The part that all points have in common is
  /// included: it moves the centre, which the integrator follows. That of a field is not.
  void on_points(Tick t, std::span<const Vec3> x, std::span<const Vec3> v, std::span<PartialForce> forces) const;
  /// The same over small distances.
  LinearTide linear(Tick t) const;

 private:
  friend class TidesDuring;

  const Surroundings& around_;
  Slot own_;
  std::span<const Slot> related_;
  PairLaw law_;
  LinearTide of_field_;
};

/// To whom tides matter.
struct TidalScale {
  double mass = 0, extent = 0;
  double smallest = 0;  ///< relative to mass/extent^2: what is weaker may be neglected
};

/// The same forces during some time, for a subsystem that asks often: those so far away that only the linear part of
/// their tides matters (m R^2/r^4 is the next one) are summed once, at the start and at the end, and are linear in time
/// between.
class TidesDuring {
 public:
  /// The tides must outlive this.
  TidesDuring(const Tides& tides, const TidalScale& scale, Tick start, Tick end);

  void on_points(Tick t, std::span<const Vec3> x, std::span<const Vec3> v, std::span<PartialForce> forces) const;
  LinearTide linear(Tick t) const { return tides_.linear(t); }
  /// Accelerations alone, which are cheaper.
  void on_points(Tick t, std::span<const Vec3> x, std::span<Vec3> accelerations) const;

 private:
  LinearTide far_at(Tick t) const;

  const Tides& tides_;
  std::vector<Slot> near_;
  Tick start_;
  LinearTide far_, far_rate_;
};

}  // namespace tucana
