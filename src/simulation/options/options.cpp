#include "tucana/simulation/options/options.h"

#include "tucana/integrators/leapfrog/leapfrog_options.h"

namespace tucana {

IntegratorOptions::IntegratorOptions(IntegratorKind scheme) : kind(scheme) {
  HermiteOptions& hermite_part = *this;
  StepOptions& step_part = *this;
  const LeapfrogOptions leapfrog;
  const StepOptions& leapfrog_steps = leapfrog;
  switch (scheme) {
    case IntegratorKind::hermite4: hermite_part = HermiteOptions(4); break;
    case IntegratorKind::hermite6: hermite_part = HermiteOptions(6); break;
    case IntegratorKind::ahmad_cohen: break;
    case IntegratorKind::leapfrog: step_part = leapfrog_steps; break;
  }
}

const Options& initial_options() {
  static const Options options;
  return options;
}

}  // namespace tucana
