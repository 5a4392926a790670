#include "tucana/physics/galaxy/presets.h"

#include "tucana/physics/galaxy/make_field.h"

namespace tucana::galaxy {
namespace {

/// Converts lengths and speeds from astronomers' units.
double kpc(double length, const UnitScale& units) { return 1000 * length / units.length_pc; }
double kms(double speed, const UnitScale& units) { return speed / units.velocity_kms(); }

/// A part with the mass that gives it `share` of the force on a circular orbit at a radius in the plane.
FieldOptions normalised(FieldOptions part, double share, double radius, double speed, const UnitScale& units) {
  part.mass = 1;
  const double pull = -make_field(part, units)->acceleration(0, {radius, 0, 0}).x;
  part.mass = share * speed * speed / (radius * pull);
  return part;
}

}  // namespace

std::vector<FieldOptions> milky_way_2014(const UnitScale& units) {
  const auto share_of = [&](double share, const FieldOptions& part) {
    return normalised(part, share, kpc(8, units), kms(220, units), units);
  };
  return {
      share_of(0.05, {.kind = FieldKind::power_law, .radius = kpc(1.9, units), .exponent = 1.8}),
      share_of(0.60, {.kind = FieldKind::miyamoto_nagai, .radius = kpc(3, units), .height = kpc(0.28, units)}),
      share_of(0.35, {.kind = FieldKind::nfw, .radius = kpc(16, units)}),
  };
}

/// Given there: a circular orbit, a tidal radius r_t = 89.2 pc, a half-mass radius of 7.5 pc and a time unit of 0.622
/// Myr. In a King model of W0 = 6 the half-mass radius is 0.804 virial radii, so that the cluster has
/// M = r_v^3 / (G T^2) = 4.66e5 Msun. With the galactocentric distance of NGC 4372, R = 7.1 kpc (Harris 1996), the
/// tidal radius r_t = R (M / 3 M_g)^(1/3) makes the point mass M_g = 7.8e10 Msun.
FieldOptions ngc4372(const UnitScale& units) {
  return {.kind = FieldKind::point_mass, .mass = 7.8e10 / units.mass_msun};
}

}  // namespace tucana::galaxy
