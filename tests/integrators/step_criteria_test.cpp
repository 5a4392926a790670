#include "tucana/integrators/step_criteria.h"

#include <gtest/gtest.h>

#include <numbers>

namespace tucana {
namespace {

// On a unit circular orbit |a| = |j| = |s| = |c| = 1, so the criterion is sqrt(eta).
TEST(AarsethStep, IsTheRootOfEtaOnACircularOrbit) {
  EXPECT_NEAR(aarseth_step(0.02, {-1, 0, 0}, {0, -1, 0}, {1, 0, 0}, {0, 1, 0}), std::sqrt(0.02), 1e-15);
}

TEST(AarsethStep, IsUnlimitedWithoutForces) { EXPECT_EQ(aarseth_step(0.02, {}, {}, {}, {}), no_limit); }

TEST(AarsethStep, ScalesWithTimeAndNotWithLength) {
  const Vec3 a{1, 2, 3}, j{4, -5, 6}, s{-7, 8, 9}, c{1, 0, -2};
  const double dt = aarseth_step(0.02, a, j, s, c);
  EXPECT_NEAR(aarseth_step(0.02, 10 * a, 10 * j, 10 * s, 10 * c), dt, 1e-15 * dt) << "another unit of length";
  EXPECT_NEAR(aarseth_step(0.02, a, 2 * j, 4 * s, 8 * c), dt / 2, 1e-15 * dt) << "half the time scale";
  EXPECT_NEAR(aarseth_step(0.08, a, j, s, c), 2 * dt, 1e-15 * dt);
}

// On the unit circular orbit the limit of 1e-3 has its fixed point near h = 0.077 (docs/theory/hermite4.md). The
// velocity correction of one step there is h^3/6 |A2| to leading order, with |A2| = 1.
TEST(VelocityStepLimit, HasItsFixedPointOnTheUnitCircle) {
  const double h = 0.0775;
  const double limit = velocity_step_limit(1e-3, h, {1, 0, 0}, {h * h * h / 6, 0, 0}, {});
  EXPECT_NEAR(limit, h, 0.02 * h);
  EXPECT_EQ(velocity_step_limit(1e-3, h, {1, 0, 0}, {1, 1, 1}, {1, 1, 1}), no_limit);
}

// The error of a passage goes as eta^2.5, that is as the 5th power of the step, times the depth.
TEST(Passage, KeepsTheErrorWhereItSays) {
  const auto error = [](double depth) { return depth * std::pow(passage_factor(depth), 5); };
  EXPECT_EQ(passage_factor(0), 1);
  EXPECT_EQ(passage_factor(passage_depth), 1);
  for (const double depth : {0.011, 0.03, 0.056}) EXPECT_NEAR(error(depth), passage_depth, 1e-15) << depth;
  for (const double depth : {0.057, 0.3, 1.0}) EXPECT_EQ(passage_factor(depth), step_of_half_eta) << depth;
  for (const double depth : {1.5, 30.0, 6e4}) EXPECT_NEAR(error(depth), error(1), 1e-12) << depth;
  for (double depth = 0.005; depth < 1e3; depth *= 1.1) EXPECT_LE(passage_factor(1.1 * depth), passage_factor(depth));
}

TEST(NeighbourStepLimit, IsHalfTheWayToTheNext) {
  // 1000 bodies in a sphere of radius 2 stand some 0.2 apart.
  EXPECT_NEAR(neighbour_step_limit(2, 1000, 4), 0.1 / 4, 1e-15);
  EXPECT_EQ(neighbour_step_limit(2, 0, 4), no_limit) << "nobody comes";
  EXPECT_EQ(neighbour_step_limit(2, 1000, 0), no_limit) << "nor here";
}

TEST(FirstStep, SeesAColdPairAndABalancedOne) {
  // A cold pair of unit total mass at unit distance falls together in pi/(2 sqrt 2).
  FirstStepInput cold{{0.5, 0, 0}, {}, -0.5, 1, 1};
  EXPECT_GT(first_step(1, cold), 0.3);
  EXPECT_LT(first_step(1, cold), std::numbers::pi / (2 * std::numbers::sqrt2));
  // The middle one of three in a line feels nothing, but its neighbours are close.
  FirstStepInput balanced{{}, {}, -2e3, 1e-6, 2};
  EXPECT_NEAR(first_step(1, balanced), std::sqrt(1e-9 / 2), 1e-12);
  EXPECT_EQ(first_step(1, {}), no_limit) << "alone in space";
  const FirstStepInput middle_of_three{{}, {3, 0, 0}, -2, 1, 2};
  EXPECT_GT(first_step(1, middle_of_three), 1e-4);
  EXPECT_LT(first_step(1, middle_of_three), 1e-2) << "short: nothing is known of it but the jerk";
  const FirstStepInput between_tracers{{}, {3, 0, 0}, -2, 1, 0};
  EXPECT_GT(first_step(1, between_tracers), 1e-4);
}

TEST(StepCriteria, StepsAmongNeighboursAreNotAboveTheLimit) {
  for (const std::size_t neighbours : {0, 1, 8, 100})
    for (const double speed : {0.0, 0.5, 2.0}) {
      const double limit = neighbour_step_limit(0.4, neighbours, speed);
      for (const double part : {0.5, 0.999, 1.001, 3.0}) {
        const double step = limit < no_limit ? part * limit : part;
        EXPECT_EQ(step_among_neighbours(step, 0.4, neighbours, speed), std::min(step, limit));
      }
      EXPECT_EQ(step_among_neighbours(no_limit, 0.4, neighbours, speed), limit);
    }
}

TEST(StepCriteria, HeavyBodiesHaveShorterRegularSteps) {
  for (const double light : {0.0, 0.1, 1.0}) EXPECT_EQ(regular_mass_factor(light), 1);
  EXPECT_EQ(regular_mass_factor(16), 0.5);
  EXPECT_EQ(regular_mass_factor(256), 0.25);
}

}  // namespace
}  // namespace tucana
