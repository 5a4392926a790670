#pragma once

#include <cmath>

namespace tucana {

/// The code units (G = 1) of a run in astronomers' units; applied only at the edges (files, terminal, Python).
struct UnitScale {
  /// G in pc (km/s)^2 / Msun: IAU 2015 nominal GM_sun = 1.3271244e20 m^3 s^-2 (Prsa et al. 2016), IAU 2012 au.
  static constexpr double gravity_constant = 4.300917270036279e-3;
  /// One pc / (km/s) in Myr (Julian years).
  static constexpr double pc_per_kms_in_myr = 0.9777922216807891;

  double length_pc = 1;
  double mass_msun = 1;

  double velocity_kms() const { return std::sqrt(gravity_constant * mass_msun / length_pc); }
  double time_myr() const { return length_pc / velocity_kms() * pc_per_kms_in_myr; }
};

}  // namespace tucana
