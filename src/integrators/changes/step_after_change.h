#pragma once

#include <algorithm>
#include <cmath>

#include "tucana/integrators/changes/changing_bodies.h"
#include "tucana/integrators/step_criteria.h"

namespace tucana {

/// A change of the force by more than this fraction makes its derivatives meaningless.
inline constexpr double strong_change = 0.01;

/// The longest step of the k-th body after its acceleration has changed: no limit after a change that is weak all over
/// its present step; else a fraction of the shortest free-fall time towards one of the masses that have changed, and of
/// the time in which it moves by its distance: the force of a star that has been kicked out is not that of a polynomial
/// for longer.
inline double step_after_change(const ChangedForces& forces, std::size_t k, const Vec3& acceleration, double present,
                                double eta_start, const PairLaw& law) {
  const double weak = strong_change * norm(acceleration);
  if (norm(forces.change[k].a) + present * norm(forces.change[k].j) < weak) return no_limit;
  const BodyAt& body = forces.state[k];
  double step = no_limit;
  for (const ChangeForces::Difference& one : forces.sources) {
    if (one.slot == forces.slot[k] || one.body.mass == 0) continue;
    const double d = std::sqrt(norm2(one.body.x - body.x) + law.eps2), speed = norm(one.body.v - body.v);
    const double pull = std::abs(one.body.mass) / (d * d);
    if (pull >= weak) step = std::min(step, eta_start * d * std::sqrt(d / (body.mass + std::abs(one.body.mass))));
    if (pull * (1 + present * speed / d) >= weak && speed > 0) step = std::min(step, eta_start * d / speed);
  }
  return step;
}

}  // namespace tucana
