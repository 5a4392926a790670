#pragma once

#include <algorithm>
#include <string_view>

#include "tucana/gravity/force_engine.h"
#include "tucana/integrators/hermite/hermite4_formulae.h"
#include "tucana/integrators/hermite/hermite_options.h"
#include "tucana/integrators/step_criteria.h"

namespace tucana {

/// The 4th-order Hermite scheme (Makino 1991; Makino & Aarseth 1992), its steps by Aarseth's criterion.
struct Hermite4Scheme {
  static constexpr std::string_view name = "hermite4";
  static constexpr Prediction prediction = Prediction::jerk;

  static HermitePrediction predict(const HermiteState& start, double h) { return hermite4::predict(start, h); }

  static HermiteStep correct(const HermiteState& start, const HermiteForce& force, double h,
                             const HermiteOptions& options, Precision) {
    const auto predicted = hermite4::predict(start, h);
    const auto higher = hermite4::interpolate(start, force.a, force.j, h);
    const auto corrected = hermite4::correct(predicted, higher, h);
    double dt = aarseth_step(options.eta, force.a, force.j, higher.snap + h * higher.crackle, higher.crackle);
    if (options.velocity_limit > 0) {
      dt = std::min(dt, velocity_step_limit(options.velocity_limit, h, force.a, corrected.v, predicted.v));
    }
    return {{corrected.x, corrected.v, force.a, force.j}, dt};
  }
};

}  // namespace tucana
