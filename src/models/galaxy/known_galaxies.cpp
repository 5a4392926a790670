#include "tucana/models/galaxy/known_galaxies.h"

#include "tucana/core/error.h"
#include "tucana/gravity/potential_energy.h"
#include "tucana/models/galaxy/galaxy.h"
#include "tucana/models/henon_units.h"

namespace tucana {

GalaxyPlan m31_plan() {
  Component halo{.name = "halo", .profile = ProfileKind::nfw, .family = Family::halo};
  halo.mass = 81.1;
  halo.scale_radius = 7.63;
  halo.cut = CutKind::smooth;
  halo.cut_radius = 25 * halo.scale_radius;
  Component bulge{.name = "bulge", .profile = ProfileKind::hernquist, .family = Family::bulge};
  bulge.mass = 3.24;
  bulge.scale_radius = 0.61;
  bulge.cut = CutKind::smooth;
  bulge.cut_radius = 100 * bulge.scale_radius;
  Component disc{.name = "disc", .profile = ProfileKind::disc, .family = Family::disc};
  disc.mass = 3.66;
  disc.scale_radius = 5.4;
  disc.scale_height = 0.6;
  return {{halo, bulge, disc}, 0.016};
}

GalaxyPlan nfw_plan(CutKind cut, double cut_radius) {
  Component halo{.name = "nfw", .profile = ProfileKind::nfw, .family = Family::halo};
  halo.cut = cut;
  halo.cut_radius = cut_radius;
  return {{halo}, 1.0 / 64};
}

GalaxyPlan hernquist_plan(CutKind cut, double cut_radius) {
  Component sphere{.name = "hernquist", .profile = ProfileKind::hernquist};
  sphere.cut = cut;
  sphere.cut_radius = cut_radius;
  return {{sphere}, 1.0 / 64};
}

StarsBuffer make_galaxy(const GalaxyPlan& plan, std::size_t n, std::uint64_t seed, Workers& workers) {
  return make_galaxy(Galaxy(plan.components), n, seed, workers);
}

StarsBuffer make_king(double w0, std::size_t n, std::uint64_t seed, ForceEngine& engine, Workers& workers) {
  Component king{.name = "king", .profile = ProfileKind::king};
  king.w0 = w0;
  StarsBuffer stars = draw_galaxy(Galaxy({king}), n, seed, workers);
  centre_on_mass(stars);
  scale_to_henon_units(stars, potential_energy(stars.view(), PairLaw{}, engine));
  return stars;
}

}  // namespace tucana
