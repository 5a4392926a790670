#include "tucana/models/henon_units.h"

#include <gtest/gtest.h>

namespace tucana {
namespace {

StarsBuffer three_stars(double m0, double m1, double m2) {
  StarsBuffer stars;
  stars.resize(3);
  stars.number_from_one();
  stars.mass = {m0, m1, m2};
  stars.position = {{1, 2, 3}, {4, 6, 3}, {1e3, 0, 0}};
  stars.velocity = {{0, 1, 0}, {2, 0, 0}, {0, 0, 5}};
  return stars;
}

TEST(CentreOnMass, WeightsByMassAndWithoutMassByNumber) {
  StarsBuffer stars = three_stars(0.25, 0.75, 0);
  centre_on_mass(stars);
  EXPECT_EQ(stars.position[0], (Vec3{-2.25, -3, 0}));
  EXPECT_EQ(stars.position[1], (Vec3{0.75, 1, 0}));
  EXPECT_EQ(stars.velocity[0], (Vec3{-1.5, 0.75, 0}));

  StarsBuffer tracers = three_stars(0, 0, 0);
  centre_on_mass(tracers);
  EXPECT_NEAR(tracers.position[0].x + tracers.position[1].x + tracers.position[2].x, 0, 1e-12);
  EXPECT_NEAR(tracers.velocity[0].y, 2.0 / 3, 1e-15);
}

TEST(ScaleToHenonUnits, TwoBodiesByHand) {
  StarsBuffer stars = three_stars(0.5, 0.5, 0);  // 5 apart: V = -1/20; T = 0.25 (1 + 4)
  scale_to_henon_units(stars, -0.05);
  EXPECT_NEAR(norm(stars.position[1] - stars.position[0]), 0.5, 3e-16);
  EXPECT_NEAR(norm2(stars.velocity[0]), 0.2, 1e-15);
  EXPECT_NEAR(norm2(stars.velocity[1]), 0.8, 1e-15);
}

TEST(ScaleToHenonUnits, LeavesAloneWhatCannotBeScaled) {
  StarsBuffer alone = three_stars(1, 0, 0);
  const StarsBuffer before = alone;
  scale_to_henon_units(alone, 0);
  EXPECT_EQ(alone.position, before.position);
  EXPECT_EQ(alone.velocity, before.velocity);

  StarsBuffer cold = three_stars(0.5, 0.5, 0);
  for (Vec3& v : cold.velocity) v = {};
  scale_to_henon_units(cold, -0.05);
  EXPECT_NEAR(norm(cold.position[1] - cold.position[0]), 0.5, 3e-16);
  EXPECT_EQ(cold.velocity[0], Vec3{});
}

}  // namespace
}  // namespace tucana
