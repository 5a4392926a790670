#pragma once

#include "tucana/core/units.h"

namespace tucana::snapshot_layout {

// The units of the numbers in a Tucana snapshot. cgs values: pc of IAU 2015 B2; Msun from the nominal GM_sun
// (Prsa et al. 2016) and G = 6.67430e-8 (CODATA 2018).
inline constexpr double length_pc = 1e3;
inline constexpr double mass_msun = 1e10;
inline constexpr double velocity_kms = 1;
inline constexpr double pc_in_cm = 3.0856775814913673e18;
inline constexpr double msun_in_g = 1.3271244e26 / 6.67430e-8;
inline constexpr double kms_in_cm_per_s = 1e5;

/// How many of the file's units one code unit is.
struct Factors {
  double length, mass, velocity, time;
};
inline Factors from_code(const UnitScale& code) {
  const double length = code.length_pc / length_pc;
  const double velocity = code.velocity_kms() / velocity_kms;
  return {length, code.mass_msun / mass_msun, velocity, length / velocity};
}

}  // namespace tucana::snapshot_layout
