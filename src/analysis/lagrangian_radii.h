#pragma once

#include <array>
#include <vector>

#include "tucana/core/stars.h"

namespace tucana {

/// The parts of the mass, in per cent, whose radii a run reports.
inline constexpr std::array<double, 8> lagrangian_percents{1, 2, 5, 10, 25, 50, 75, 90};

/// The distance of a star from the centre, in order of distance, and the mass up to and with it.
struct EnclosedMass {
  double radius = 0;
  double mass = 0;
};
/// The cumulative mass profile about a centre: ascending radius, the lower row first on a tie. When no star has a
/// mass, each counts 1, so that tracers alone have radii too.
std::vector<EnclosedMass> mass_profile(const Stars& stars, const Vec3& centre);

/// The Lagrangian radius of `percent`: the distance of the innermost star at which the mass up to and including it
/// reaches that part of the total (to 1e-12 of it, so that rounding cannot require one more star). No interpolation:
/// with few stars several radii belong to the same star. 0 for an empty profile.
double lagrangian_radius(const std::vector<EnclosedMass>& profile, double percent);

/// The radii of lagrangian_percents.
std::array<double, lagrangian_percents.size()> lagrangian_radii(const Stars& stars, const Vec3& centre);

}  // namespace tucana
