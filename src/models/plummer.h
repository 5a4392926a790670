#pragma once

#include <cstddef>
#include <cstdint>

#include "tucana/core/stars.h"
#include "tucana/gravity/force_engine.h"

namespace tucana {

struct PlummerOptions {
  std::size_t n = 1024;
  std::uint64_t seed = 1;
  double cut_radius = 20;  ///< in scale radii; no star is drawn outside (99.6 % of the mass is inside 20)
};

/// Equal masses 1/n drawn from Plummer's (1911) sphere in its own units (G = M = a = 1), neither centred nor
/// scaled: radii from the mass profile inside the cut, speeds from the isotropic distribution function of the
/// sphere without a cut, by rejection (Aarseth, Henon & Wielen 1974, appendix). Star i's numbers depend on
/// seed, i and the cut only, so a larger model begins with the stars of a smaller one. Ids 1 .. n, radius 0.
/// Throws InputError for n = 0 or a cut that is not finite and > 0.
StarsBuffer draw_plummer(const PlummerOptions& options);

/// Star i of draw_plummer(), counted from 0; `cut_radius` is finite and > 0.
void draw_plummer_star(std::uint64_t seed, std::uint64_t i, double cut_radius, Vec3& position, Vec3& velocity);

/// draw_plummer(), then the centre of mass put at rest at the origin, then scaled to Henon units for exactly these
/// stars (henon_units.h): M = 1, V = -1/2, T = 1/4 to rounding. `engine` (fp64) sums the potential,
/// n^2/2 pairs. One star is at rest at the origin.
StarsBuffer make_plummer(const PlummerOptions& options, ForceEngine& engine);

}  // namespace tucana
