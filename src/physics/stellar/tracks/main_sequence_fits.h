#pragma once

#include <array>

#include "tucana/physics/stellar/tracks/metallicity.h"
#include "tucana/physics/stellar/tracks/zams.h"

namespace tucana::stellar {

/// How long the main sequence lasts and where it ends: Hurley, Pols & Tout 2000, equations 4 to 9 with the coefficients
/// a1 to a26 of their appendix. Times are in Myr, the rest is in solar units.
class MainSequenceFits {
 public:
  MainSequenceFits(const Metallicity& metallicity, const Zams& zams);

  /// From birth to the base of the giant branch, or to helium ignition in stars without a giant branch (eq. 4).
  double time_to_giant_branch(double mass) const;
  /// The end of the hook as a fraction of time_to_giant_branch (mu, eq. 7).
  double hook_fraction(double mass) const;
  /// The end of the main sequence (eq. 5).
  double lifetime(double mass) const;
  /// At the end of the main sequence (eqs. 8 and 9).
  double terminal_luminosity(double mass) const;
  double terminal_radius(double mass) const;

 private:
  double low_mass_radius(double mass) const;
  double high_mass_radius(double mass) const;

  Zams zams_;
  std::array<double, 5> time_;        ///< a1 to a5
  std::array<double, 5> hook_;        ///< a6 to a10
  std::array<double, 6> luminosity_;  ///< a11 to a16
  std::array<double, 10> radius_;     ///< a18 to a26, and c1 before a23
  double radius_break_;               ///< a17
  double shortest_fraction_;          ///< x of eq. 6
};

}  // namespace tucana::stellar
