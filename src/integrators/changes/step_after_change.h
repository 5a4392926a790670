#pragma once

#include <algorithm>
#include <cmath>
#include <span>

#include "tucana/integrators/changes/change_forces.h"
#include "tucana/integrators/step_criteria.h"

namespace tucana {

/// A change of the force by more than this fraction makes its derivatives meaningless.
inline constexpr double strong_change = 0.01;

/// The longest step of a body after its acceleration has changed: no limit after a weak change; else a fraction of the
/// shortest free-fall time towards one of the masses that have changed.
inline double step_after_change(const ChangeForces::Target& target, double mass, const Vec3& acceleration,
                                const PartialForce& change, std::span<const ChangeForces::Difference> sources,
                                double eta_start, const PairLaw& law) {
  if (norm(change.a) < strong_change * norm(acceleration)) return no_limit;
  double step = no_limit;
  for (const ChangeForces::Difference& one : sources) {
    if (one.slot == target.slot || one.body.mass == 0) continue;
    const double d = std::sqrt(norm2(one.body.x - target.x) + law.eps2);
    step = std::min(step, eta_start * d * std::sqrt(d / (mass + std::abs(one.body.mass))));
  }
  return step;
}

}  // namespace tucana
