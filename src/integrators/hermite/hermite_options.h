#pragma once

#include "tucana/gravity/pair_law.h"
#include "tucana/integrators/step_options.h"

namespace tucana {

struct HermiteOptions : StepOptions {
  HermiteOptions() : HermiteOptions(4) {}
  /// The defaults of a scheme of order 4, whose steps grow as the square root of eta (Aarseth 1985), or 6, whose steps
  /// grow in proportion to it (Nitadori & Makino 2008).
  explicit HermiteOptions(int order) : StepOptions(order == 6 ? 0.5 : 0.02) {}

  double eta_start = 0.0025;  ///< as eta, for the first step
  double velocity_limit = 0;  ///< of velocity_step_limit(); 0 = none
  int iterations = 1;         ///< n of P(EC)^n
  PairLaw law;

  bool operator==(const HermiteOptions&) const = default;
};

}  // namespace tucana
