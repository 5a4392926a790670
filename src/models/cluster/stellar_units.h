#pragma once

#include <cmath>
#include <numbers>

#include "tucana/core/units.h"

namespace tucana {

/// Astronomical units in a parsec: 648000/pi (IAU 2015 resolution B2).
inline constexpr double au_per_pc = 648000 / std::numbers::pi;
/// The Sun's radius in AU: 695700 km (IAU 2015 resolution B3) over 149597870.7 km (IAU 2012 resolution B2).
inline constexpr double solar_radius_au = 695700 / 149597870.7;

/// The period in days of a pair of `mass` Msun whose semi-major axis is `axis` AU.
inline double period_days(double axis, double mass) {
  static const double day = UnitScale{1 / au_per_pc, 1}.time_myr() * 365.25e6;
  return 2 * std::numbers::pi * day * std::sqrt(axis * axis * axis / mass);
}

/// The inverse of it.
inline double axis_au(double period, double mass) {
  static const double one = period_days(1, 1);
  return std::cbrt((period / one) * (period / one) * mass);
}

/// The radius of a main-sequence star in AU, from its mass in Msun: Demircan & Kahraman 1991 (Ap&SS 181, 313), fits to
/// stars in eclipsing pairs below and above 1.66 Msun.
inline double main_sequence_radius_au(double mass) {
  return solar_radius_au * (mass < 1.66 ? 1.06 * std::pow(mass, 0.945) : 1.33 * std::pow(mass, 0.555));
}

}  // namespace tucana
