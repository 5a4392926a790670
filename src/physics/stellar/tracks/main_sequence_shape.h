#pragma once

#include <array>

#include "tucana/physics/stellar/tracks/metallicity.h"

namespace tucana::stellar {

/// How luminosity and radius rise along the main sequence: the exponents and amplitudes that equations 12 and 13 of
/// Hurley, Pols & Tout 2000 contain, as functions of mass (their equations 16 to 23, coefficients a33 to a81).
class MainSequenceShape {
 public:
  explicit MainSequenceShape(const Metallicity& metallicity);

  double luminosity_alpha(double mass) const;  ///< eq. 19
  double luminosity_beta(double mass) const;   ///< eq. 20
  double luminosity_eta(double mass) const;    ///< eq. 18
  double luminosity_hook(double mass) const;   ///< eq. 16
  double radius_alpha(double mass) const;      ///< eq. 21
  double radius_beta(double mass) const;       ///< eq. 22
  double radius_gamma(double mass) const;      ///< eq. 23
  double radius_hook(double mass) const;       ///< eq. 17

 private:
  // x is zeta of the metallicity.
  void set_luminosity(double x);
  void set_radius_hook_and_beta(double x);
  void set_radius_alpha(double x);
  void set_radius_gamma(double x);
  double alpha_of_massive(double mass) const;
  double radius_alpha_fit(double mass) const;
  double radius_beta_fit(double mass) const;
  double radius_hook_fit(double mass) const;

  /// The mass from which the fits for massive stars hold.
  static constexpr double massive = 2;

  double z_, hook_mass_;
  double largest_eta_;
  double hook_break_;                       ///< a33, which is a57 too
  std::array<double, 4> luminosity_hook_;   ///< a34 to a37
  std::array<double, 7> radius_hook_;       ///< a38 to a44
  std::array<double, 9> luminosity_alpha_;  ///< a45 to a53
  std::array<double, 3> luminosity_beta_;   ///< a54 to a56
  std::array<double, 11> radius_alpha_;     ///< a58 to a68
  std::array<double, 6> radius_beta_;       ///< a69 to a74
  std::array<double, 7> radius_gamma_;      ///< a75 to a81
};

}  // namespace tucana::stellar
