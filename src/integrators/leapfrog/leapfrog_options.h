#pragma once

#include "tucana/gravity/pair_law.h"
#include "tucana/integrators/leapfrog/family_softening.h"
#include "tucana/integrators/step_rule.h"

namespace tucana {

struct LeapfrogOptions {
  StepRule steps = StepRule::block;
  double eta = 0.025;           ///< of acceleration_step()
  double largest_step = 0.125;  ///< rounded down to a power of two
  double fixed_step = 0x1p-10;  ///< for StepRule::fixed, rounded down to a power of two
  PairLaw law;
  FamilySoftening softening = {};  ///< only on engines with softens_each()
};

/// Throws InputError when steps are to be chosen by acceleration and softening, and there is no softening.
void check_leapfrog_softening(StepRule steps, double softening);

}  // namespace tucana
