#pragma once

#include <algorithm>
#include <cmath>

#include "tucana/integrators/changes/changing_bodies.h"
#include "tucana/integrators/step_criteria.h"

namespace tucana {

/// A change of the force by more than this fraction makes its derivatives meaningless.
inline constexpr double strong_change = 0.01;

/// The longest step of the k-th body after its acceleration has changed: no limit after a weak change; else a fraction
/// of the shortest free-fall time towards one of the masses that have changed.
inline double step_after_change(const ChangedForces& forces, std::size_t k, const Vec3& acceleration, double eta_start,
                                const PairLaw& law) {
  if (norm(forces.change[k].a) < strong_change * norm(acceleration)) return no_limit;
  const BodyAt& body = forces.state[k];
  double step = no_limit;
  for (const ChangeForces::Difference& one : forces.sources) {
    if (one.slot == forces.slot[k] || one.body.mass == 0) continue;
    const double d = std::sqrt(norm2(one.body.x - body.x) + law.eps2);
    step = std::min(step, eta_start * d * std::sqrt(d / (body.mass + std::abs(one.body.mass))));
  }
  return step;
}

}  // namespace tucana
