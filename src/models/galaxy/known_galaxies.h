#pragma once

#include <cstdint>
#include <vector>

#include "tucana/core/stars.h"
#include "tucana/core/units.h"
#include "tucana/core/workers.h"
#include "tucana/gravity/force_engine.h"
#include "tucana/models/galaxy/component.h"

namespace tucana {

/// The code units of galaxies: 1 kpc, 1e10 Msun, and so 207.4 km/s and 4.715 Myr.
inline constexpr UnitScale galactic_units{1e3, 1e10};

/// What a galaxy is made of, in galactic units or in its own, and the softening that suits it.
struct GalaxyPlan {
  std::vector<Component> components;
  double softening = 0;
};

/// The model of M31 with which Miki & Umemura (2017, section 3; after Geehan et al. 2006 and Fardal et al. 2007)
/// measure performance, in galactic units: equal masses, softening 16 pc. The paper does not say how the halo ends:
/// here smoothly at 25 scale radii (191 kpc, about Fardal's virial radius) with a width of 38 kpc, inside of which, and
/// of a tail of 2 % of the mass outside, its mass lies; the bulge ends at 100 scale radii (61 kpc). Q = 1.5.
GalaxyPlan m31_plan();

/// A sphere of mass 1 and scale radius 1 that ends at `cut_radius`; softening 1/64, as in the paper.
GalaxyPlan nfw_plan(CutKind cut = CutKind::smooth, double cut_radius = 10);
GalaxyPlan hernquist_plan(CutKind cut = CutKind::smooth, double cut_radius = 100);

/// n bodies of a plan, equal in mass where the plan does not say otherwise, centred as make_galaxy(Galaxy) does it.
StarsBuffer make_galaxy(const GalaxyPlan& plan, std::size_t n, std::uint64_t seed, Workers& workers);

/// A King model in Henon units, scaled for these very stars and with their centre of mass at rest at the origin, as
/// make_plummer() does.
StarsBuffer make_king(double w0, std::size_t n, std::uint64_t seed, ForceEngine& engine, Workers& workers);

}  // namespace tucana
