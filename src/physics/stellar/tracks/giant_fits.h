#pragma once

#include <array>

#include "tucana/physics/stellar/tracks/metallicity.h"

namespace tucana::stellar {

/// Low-mass fits bend towards those of higher masses with exp(15 M).
constexpr double low_mass_bend = 15;

/// Luminosities and radii of giants: Hurley, Pols & Tout 2000, equations 10, 46, 49, 56 and 74. The luminosity fits for
/// low and for higher masses meet at the helium-flash mass.
class GiantFits {
 public:
  explicit GiantFits(const Metallicity& metallicity);

  /// At the base of the giant branch (eq. 10).
  double base_luminosity(double mass) const;
  /// When helium ignites (eq. 49).
  double ignition_luminosity(double mass) const;
  /// At the base of the asymptotic giant branch (eq. 56).
  double agb_base_luminosity(double mass) const;
  /// On the first giant branch (eq. 46).
  double giant_radius(double mass, double luminosity) const;
  /// On the asymptotic giant branch (eq. 74).
  double agb_radius(double mass, double luminosity) const;

 private:
  double massive_ignition_luminosity(double mass) const;
  double massive_agb_base_luminosity(double mass) const;

  /// A fit of low-mass stars, scale M^power / (1 + c exp(15 (M - M_HeF))), that equals `target` at the flash mass
  /// M_HeF.
  struct LowMassFit {
    double scale, power, flash_mass, correction;
    static LowMassFit meeting(double scale, double power, double flash_mass, double target);
    double operator()(double mass) const;
  };

  double flash_mass_;
  std::array<double, 8> base_;          ///< a27 to a32, c2 and c3
  std::array<double, 3> ignition_;      ///< b11 to b13
  std::array<double, 4> agb_base_;      ///< b31 to b34
  LowMassFit low_mass_ignition_{};      ///< b9, b10
  LowMassFit low_mass_agb_base_{};      ///< b29, b30
  std::array<double, 7> giant_radius_;  ///< b1 to b7
  std::array<double, 7> agb_radius_;    ///< b50 to b57 without b53
};

}  // namespace tucana::stellar
