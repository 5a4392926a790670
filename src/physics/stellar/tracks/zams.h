#pragma once

#include <array>

#include "tucana/physics/stellar/tracks/metallicity.h"

namespace tucana::stellar {

/// The zero-age main sequence at one metallicity: Tout, Pols, Eggleton & Han 1996 (MNRAS 281, 257), equations 1 to 4
/// with tables 1 and 2. Masses, luminosities and radii are in solar units.
class Zams {
 public:
  explicit Zams(const Metallicity& metallicity);
  double luminosity(double mass) const;
  double radius(double mass) const;

 private:
  /// alpha, beta, gamma, delta, epsilon, zeta, eta of the paper.
  std::array<double, 7> luminosity_;
  /// theta, iota, kappa, lambda, mu, nu, xi, omicron, pi of the paper.
  std::array<double, 9> radius_;
};

}  // namespace tucana::stellar
