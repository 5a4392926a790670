#pragma once

#include <functional>

#include "tucana/core/archive.h"
#include "tucana/core/external_field.h"
#include "tucana/core/frame.h"
#include "tucana/core/tick.h"

namespace tucana {

/// A point without mass that falls freely in a field: the origin of coordinates that follow a cluster on its orbit. In
/// these, bodies feel only the difference between the field at their place and at the origin, so that neither rounding
/// nor step criteria, which compare derivatives with the acceleration, see the motion of the whole.
///
/// The orbit is integrated by the 6th-order Hermite scheme (Nitadori & Makino 2008, eqs. 10 to 13), iterated, in steps
/// that follow from the orbit alone; in between a trial step is taken from the last node. So its bits depend on the
/// field and the start, not on when it is asked.
///
/// A drag may slow it down: dynamical friction, which acts on the cluster as a whole, so that relative to the centre
/// bodies feel nothing of it. It is weak, and constant in each step (that in the middle, so that the order is two).
class GuidingCentre {
 public:
  /// The acceleration by a drag at a time and place.
  using Drag = std::function<Vec3(double, const PhasePoint&)>;

  /// The field must outlive the centre; `start_time` is the time at tick 0, at which it has the state `start`.
  GuidingCentre(const ExternalField& field, double start_time, const PhasePoint& start, Drag drag = {});

  struct State {
    PhasePoint point;
    FieldValue field;  ///< along the orbit, without the drag
    double work = 0;   ///< of the drag since the start, per mass
  };
  /// Times may go back only as far as to the last node before the latest time so far.
  const State& at(Tick t);

  /// From the place of the field to coordinates about the centre, and back.
  void enter(StarsBuffer& stars, Tick t);
  void leave(StarsBuffer& stars, Tick t);

  void describe(Archive& archive);

 private:
  State after(const State& from, Tick begin, Tick end) const;
  FieldValue field_at(Tick t, const PhasePoint& at, const Vec3& a) const;
  Tick next_step(const State& end, const FieldValue& begin, double h) const;
  void find_drag();

  const ExternalField& field_;
  double start_time_;
  Drag drag_;
  Vec3 dragged_;  ///< the acceleration by the drag in this step
  State node_;
  Tick time_, step_;  ///< of the node, and to the next one
  State last_;        ///< what was asked for last, and when
  Tick last_time_;
};

}  // namespace tucana
