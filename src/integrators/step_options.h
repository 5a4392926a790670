#pragma once

#include "tucana/integrators/step_rule.h"

namespace tucana {

/// What the time steps of every scheme depend on. The options of a scheme are made of these and of what it has beside:
/// HermiteOptions, NeighbourOptions, LeapfrogOptions.
struct StepOptions {
  /// eta means something else in each scheme, and each has a default of its own.
  explicit StepOptions(double default_eta) : eta(default_eta) {}

  StepRule steps = StepRule::block;
  double eta;                    ///< accuracy of the step criterion, in the sense of the scheme
  double largest_step = 0x1p-3;  ///< rounded down to a power of two
  double fixed_step = 0x1p-10;   ///< for StepRule::fixed, rounded down to a power of two

  bool operator==(const StepOptions&) const = default;
};

}  // namespace tucana
