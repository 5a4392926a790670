#pragma once

#include "tucana/physics/stellar/phase.h"

namespace tucana::stellar {

/// A star within one phase after a time h: mass and progress by the third-order Runge-Kutta formula of Bogacki &
/// Shampine 1989 (Appl. Math. Lett. 2, 321), whose embedded second-order formula gives the estimate of the error.
/// Without a wind the result is exact.
struct WindStep {
  Star star;
  double progress = 0;  ///< within the phase
  double error = 0;     ///< estimate, relative to the mass
};

WindStep wind_step(const Phase& phase, const EvolutionOptions& options, const Star& start, double metallicity,
                   double h);

}  // namespace tucana::stellar
