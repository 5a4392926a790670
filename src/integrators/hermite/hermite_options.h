#pragma once

#include "tucana/gravity/pair_law.h"
#include "tucana/integrators/step_rule.h"

namespace tucana {

struct HermiteOptions {
  StepRule steps = StepRule::block;
  double eta = 0.02;            ///< accuracy of the step criterion, in the sense of the scheme
  double eta_start = 0.0025;    ///< the same for the first step
  double largest_step = 0.125;  ///< rounded down to a power of two
  double fixed_step = 0x1p-10;  ///< for StepRule::fixed, rounded down to a power of two
  double velocity_limit = 0;    ///< of velocity_step_limit(); 0 = none
  int iterations = 1;           ///< n of P(EC)^n
  PairLaw law;
};

}  // namespace tucana
