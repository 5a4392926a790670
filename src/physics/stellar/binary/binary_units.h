#pragma once

#include <cmath>
#include <numbers>

#include "tucana/physics/stellar/solar_units.h"

// Pairs of stars are in solar masses, solar radii and years.

namespace tucana::stellar {

/// Kepler's third law for au, Msun and yr has 4 pi^2, by the definition of the Gaussian year to 2e-5.
inline constexpr double pair_gravity =
    4 * std::numbers::pi * std::numbers::pi / (solar_radius_au * solar_radius_au * solar_radius_au);
/// In Rsun/yr, Julian years.
inline constexpr double light_speed = 2.99792458e8 * 365.25 * 86400 / 6.957e8;
/// One km/s in Rsun/yr.
inline constexpr double kms = 1e3 * 365.25 * 86400 / 6.957e8;

/// Angular frequency of an orbit in 1/yr.
inline double orbital_frequency(double mass, double semi_major_axis) {
  return std::sqrt(pair_gravity * mass / semi_major_axis) / semi_major_axis;
}
/// Period in days.
inline double period_in_days(double mass, double semi_major_axis) {
  return 2 * std::numbers::pi / orbital_frequency(mass, semi_major_axis) * 365.25;
}
inline double semi_major_axis_of_period(double mass, double days) {
  const double frequency = 2 * std::numbers::pi * 365.25 / days;
  return std::cbrt(pair_gravity * mass / (frequency * frequency));
}

}  // namespace tucana::stellar
