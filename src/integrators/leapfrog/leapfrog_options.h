#pragma once

#include "tucana/gravity/pair_law.h"
#include "tucana/integrators/leapfrog/family_softening.h"
#include "tucana/integrators/step_options.h"

namespace tucana {

struct LeapfrogOptions : StepOptions {
  /// eta, of acceleration_step(), is that of GADGET-4 and SWIFT.
  LeapfrogOptions() : StepOptions(0.025) {}
  explicit LeapfrogOptions(const StepOptions& all_steps) : StepOptions(all_steps) {}

  PairLaw law;
  FamilySoftening softening;  ///< only on engines with softens_each()

  bool operator==(const LeapfrogOptions&) const = default;
};

/// Throws InputError when steps are to be chosen by acceleration and softening, and there is no softening.
void check_leapfrog_softening(StepRule steps, double softening);

}  // namespace tucana
