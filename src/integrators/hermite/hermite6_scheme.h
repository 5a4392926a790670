#pragma once

#include <algorithm>
#include <string_view>

#include "tucana/gravity/force_engine.h"
#include "tucana/integrators/hermite/hermite6_formulae.h"
#include "tucana/integrators/hermite/hermite_options.h"
#include "tucana/integrators/step_criteria.h"

namespace tucana {

/// The 6th-order Hermite scheme (Nitadori & Makino 2008): the engine computes the snap too, and the crackle
/// interpolated in the last step is used in the predictor. Steps by the generalised Aarseth criterion, linear in eta.
struct Hermite6Scheme {
  static constexpr std::string_view name = "hermite6";
  static constexpr Prediction prediction = Prediction::crackle;

  static HermitePrediction predict(const HermiteState& start, double h) { return hermite6::predict(start, h); }

  static HermiteStep correct(const HermiteState& start, const HermiteForce& force, double h,
                             const HermiteOptions& options, Precision precision) {
    const auto corrected = hermite6::correct(start, force, h);
    double dt = hermite6::wanted_step({options.eta, precision}, force, corrected, h);
    if (options.velocity_limit > 0) {
      const Vec3 predicted_v = hermite6::predict(start, h).v;
      dt = std::min(dt, velocity_step_limit(options.velocity_limit, h, force.a, corrected.v, predicted_v));
    }
    return {{corrected.x, corrected.v, force.a, force.j, force.s, 1 / (h * h * h) * corrected.C}, dt};
  }
};

}  // namespace tucana
