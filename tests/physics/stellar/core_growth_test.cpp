#include "tucana/physics/stellar/tracks/core_growth.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tucana::stellar {
namespace {

TEST(CoreRelation, TheTwoLawsMeet) {
  for (const double mass : {0.8, 1.0, 2.0, 2.2, 2.5, 5.0, 12.0}) {
    const CoreRelation r = CoreRelation::of_giant(mass, 0);
    EXPECT_NEAR(r.b * std::pow(r.crossing_mass, r.q) / r.crossing_luminosity, 1, 1e-12) << mass;
    for (const double core : {0.5 * r.crossing_mass, 1.5 * r.crossing_mass}) {
      EXPECT_NEAR(r.core_mass(r.luminosity(core)), core, 1e-12 * core);
      // The law that gives the smaller luminosity holds.
      EXPECT_NEAR(r.luminosity(core), std::min(r.b * std::pow(core, r.q), r.d * std::pow(core, r.p)),
                  1e-12 * r.luminosity(core));
    }
  }
}

// Equation 36: the core grows at the rate at which the shell burns.
TEST(CoreGrowth, IsTheLuminosityTimesTheRate) {
  const CoreRelation relation = CoreRelation::of_giant(1, 0);
  const double rate = 1e-5, start = 100;
  const CoreGrowth growth(relation, rate, start, 0.15);
  for (const double core : {0.2, 0.3, 0.9 * relation.crossing_mass, 1.1 * relation.crossing_mass}) {
    const double time = growth.time(core), left = growth.singularity(time) - time, dt = 1e-5 * left;
    const double slope = (growth.core_mass(time + dt) - growth.core_mass(time - dt)) / (2 * dt);
    EXPECT_NEAR(slope, rate * relation.luminosity(core), 1e-7 * slope) << core;
  }
}

TEST(CoreGrowth, TimeAndMassAreInverse) {
  const CoreRelation relation = CoreRelation::of_giant(3, -0.5);
  for (const double first : {0.3, 1.2 * relation.crossing_mass}) {
    const CoreGrowth growth(relation, 8e-5, 20, first);
    EXPECT_NEAR(growth.core_mass(20), first, 1e-12);
    for (const double factor : {1.1, 1.5, 3.0})
      EXPECT_NEAR(growth.core_mass(growth.time(factor * first)), factor * first, 1e-10) << first << " " << factor;
  }
}

TEST(CoreGrowth, IsContinuousWhereTheLawsMeet) {
  const CoreRelation relation = CoreRelation::of_giant(1, 0);
  const CoreGrowth growth(relation, 1e-5, 0, 0.2);
  const double crossing = growth.time(relation.crossing_mass), dt = 1e-9 * crossing;
  EXPECT_NEAR(growth.core_mass(crossing - dt), growth.core_mass(crossing + dt), 1e-6);
}

}  // namespace
}  // namespace tucana::stellar
