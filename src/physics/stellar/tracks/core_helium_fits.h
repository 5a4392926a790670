#pragma once

#include <array>

#include "tucana/physics/stellar/tracks/giant_fits.h"
#include "tucana/physics/stellar/tracks/metallicity.h"

namespace tucana::stellar {

/// The landmarks of core helium burning: Hurley, Pols & Tout 2000, equations 51 to 58. Low-mass stars (up to the
/// flash mass) start on the zero-age horizontal branch, which ends at naked helium stars where the envelope vanishes.
class CoreHeliumFits {
 public:
  /// `time_at_flash` is the time to the base of the giant branch at the flash mass.
  CoreHeliumFits(const Metallicity& metallicity, const GiantFits& giants, double time_at_flash);

  /// The smallest luminosity of stars above the flash mass, relative to that at ignition (eq. 51).
  double min_luminosity_ratio(double mass) const;
  /// The smallest radius during a blue loop (eq. 55).
  double min_radius(double mass) const;
  /// The zero-age horizontal branch (eqs. 53 and 54).
  double horizontal_branch_luminosity(double mass, double core_mass) const;
  double horizontal_branch_radius(double mass, double core_mass) const;
  /// The duration for a low-mass star in Myr, and for a higher mass relative to the time to the base of the giant
  /// branch (eq. 57).
  double low_mass_duration(double mass, double core_mass) const;
  double duration_ratio(double mass) const;
  /// The part of the duration that stars above the flash mass spend on the blue side (eq. 58).
  double blue_fraction(double mass) const;

 private:
  struct LowMassTime {
    double scale, power, correction;
  };
  double massive_blue_fit(double mass) const;

  double flash_mass_, giant_mass_;
  GiantFits giants_;
  std::array<double, 4> luminosity_{};         ///< b14 to b17
  std::array<double, 5> radius_{};             ///< b24 to b28
  std::array<double, 4> duration_{};           ///< b41 to b44
  LowMassTime low_mass_time_{};                ///< b39, b40
  std::array<double, 7> blue_{};               ///< b45 to b48 and what follows from them
  std::array<double, 4> horizontal_{};         ///< b18 to b20, and the luminosity at the flash mass
  std::array<double, 3> horizontal_radius_{};  ///< b21 to b23
};

}  // namespace tucana::stellar
