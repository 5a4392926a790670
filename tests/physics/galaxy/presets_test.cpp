#include "tucana/physics/galaxy/presets.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tucana/physics/galaxy/make_field.h"

namespace tucana::galaxy {
namespace {

const UnitScale parsecs{1, 1};

double circular_kms(const FieldOptions& part, double radius_pc) {
  return std::sqrt(-radius_pc * make_field(part, parsecs)->acceleration(0, {radius_pc, 0, 0}).x) *
         parsecs.velocity_kms();
}

// Bovy (2015), table 1 and section 3.5.
TEST(Presets, MilkyWayHasItsSpeedSharesAndMasses) {
  const auto parts = milky_way_2014(parsecs);
  ASSERT_EQ(parts.size(), 3U);
  EXPECT_NEAR(circular_kms({.kind = FieldKind::milky_way_2014}, 8000), 220, 1e-9);
  const double shares[] = {0.05, 0.60, 0.35}, masses[] = {4.5e9, 6.82e10, 4.37e11};
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_NEAR(std::pow(circular_kms(parts[k], 8000) / 220, 2), shares[k], 1e-12) << k;
    EXPECT_NEAR(parts[k].mass / masses[k], 1, 0.005) << k;
  }
}

TEST(Presets, DependOnlyOnTheUnitsOfTheRun) {
  const UnitScale other{2.5, 700};
  for (const FieldKind kind : {FieldKind::milky_way_2014, FieldKind::ngc4372}) {
    const Vec3 pc{3000, -5000, 400};
    const Vec3 a = make_field({.kind = kind}, parsecs)->acceleration(0, pc);
    const Vec3 b = make_field({.kind = kind}, other)->acceleration(0, (1 / other.length_pc) * pc);
    const double unit = std::pow(other.velocity_kms() / parsecs.velocity_kms(), 2) / other.length_pc;
    EXPECT_LT(norm(unit * b - a), 1e-13 * norm(a));
  }
}

// Wang et al. (2015), section 5: r_t = 89.2 pc for a King model of W0 = 6, r_h = 7.5 pc, with 0.622 Myr a time unit.
TEST(Presets, Ngc4372HasItsTidalRadius) {
  const double virial_radius = 7.5 / 0.804, time = 0.622 / parsecs.time_myr();
  const double cluster = std::pow(virial_radius, 3) / (time * time);
  EXPECT_NEAR(7100 * std::cbrt(cluster / (3 * ngc4372(parsecs).mass)), 89.2, 0.2);
}

}  // namespace
}  // namespace tucana::galaxy
