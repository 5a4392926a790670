#pragma once

#include "tucana/core/vec3.h"
#include "tucana/gravity/force_series.h"
#include "tucana/gravity/partial_force.h"

namespace tucana {

/// How a change of the force on a body shifts its state at the start of its step, a time `h` ago, so that predictions
/// to the present lead to the same position and velocity as before (docs/theory/changes.md): with the force changed by
/// `now` at present, extrapolated backwards,
///   dv = -(h a + h^2/2 j),   dx = -(h dv + h^2/2 a + h^3/6 j).
/// The next corrector then takes the difference of two forces of the same sources, and the order of the scheme is kept.
/// What happened between the start of the step and the present is right to the order of the predictor.
struct PastShift {
  Vec3 x, v;
  PartialForce force;  ///< what the stored force at the start of the step changes by
};

inline PastShift past_shift(const PartialForce& now, double h) {
  PastShift shift;
  shift.force = later(now, -h);
  const auto& [a, j] = shift.force;
  shift.v = (-h) * (a + (h / 2) * j);
  shift.x = (-h) * shift.v - (h * h / 2) * (a + (h / 3) * j);
  return shift;
}

/// The same in the 6th order, whose predictions go up to the crackle: the change is known with its derivatives.
struct PastShiftSeries {
  Vec3 x, v;
  ForceSeries force;
};

/// A series that means nothing over so long a time ends before its first term that exceeds the force itself: a body
/// whose step is longer than the period of a pair cannot know what the force of its members was.
inline ForceSeries known_over(ForceSeries f, double h) {
  const double a = norm(f.a);
  const bool has_jerk = h * norm(f.j) <= a, has_snap = has_jerk && h * h / 2 * norm(f.s) <= a,
             has_crackle = has_snap && h * h * h / 6 * norm(f.c) <= a;
  if (!has_jerk) f.j = {};
  if (!has_snap) f.s = {};
  if (!has_crackle) f.c = {};
  return f;
}

inline PastShiftSeries past_shift(const ForceSeries& now, double h) {
  PastShiftSeries shift;
  shift.force = later(known_over(now, h), -h);
  const ForceSeries& f = shift.force;
  shift.v = (-h) * (f.a + (h / 2) * (f.j + (h / 3) * (f.s + (h / 4) * f.c)));
  shift.x = (-h) * shift.v - (h * h / 2) * (f.a + (h / 3) * (f.j + (h / 4) * (f.s + (h / 5) * f.c)));
  return shift;
}

}  // namespace tucana
