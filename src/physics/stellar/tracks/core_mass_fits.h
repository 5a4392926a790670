#pragma once

#include <array>

#include "tucana/physics/stellar/tracks/metallicity.h"

namespace tucana::stellar {

/// Core masses at the landmarks of a star's life (Msun): Hurley, Pols & Tout 2000, equations 28, 44, 66, 67 and section
/// 5.4.
class CoreMassFits {
 public:
  explicit CoreMassFits(const Metallicity& metallicity);

  /// The helium core at the base of the asymptotic giant branch (eq. 66).
  double agb_base(double mass) const;
  /// The helium core of a star above the flash mass at the base of the giant branch or at helium ignition (eq. 44 and
  /// section 5.3); `at_flash_mass` is the core mass of a star with exactly the flash mass, where the curves start.
  double above_flash_mass(double mass, double at_flash_mass) const;
  /// The core at the end of the main sequence as a fraction of that at the base of the giant branch (eq. 29).
  static double terminal_fraction(double mass);

 private:
  double flash_mass_;
  std::array<double, 3> agb_base_;  ///< b36 to b38
};

}  // namespace tucana::stellar
