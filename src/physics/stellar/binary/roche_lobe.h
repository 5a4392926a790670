#pragma once

#include <cmath>

namespace tucana::stellar {

/// Radius of the Roche lobe of a star in units of the separation, by the ratio of its mass to that of its companion:
/// Eggleton 1983 (ApJ 268, 368), better than 1 % for all ratios.
inline double roche_lobe(double mass_ratio) {
  const double third = std::cbrt(mass_ratio), two_thirds = third * third;
  return 0.49 * two_thirds / (0.6 * two_thirds + std::log1p(third));
}

}  // namespace tucana::stellar
