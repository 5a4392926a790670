#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tucana/core/error.h"
#include "tucana/core/random.h"
#include "tucana/tree/tuning/split_tuner.h"

namespace tucana {
namespace {

/// Too many groups below the optimum, too many pairs above it; the minimum is 1.
double cost(double radius, double optimum) {
  const double x = radius / optimum;
  return (x + 2 / std::sqrt(x)) / 3;
}

const SplitLimits wide{.least = 1e-3, .most = 1e3, .start = 1};

TEST(SplitTuner, FindsAnOptimumNearAndFar) {
  for (const double optimum : {1.0, 2.5, 0.3, 40.0, 0.004, 300.0}) {
    SplitTuner tuner(wide);
    int values = 0;
    while (tuner.searching() && values < 200) tuner.measured(cost(tuner.radius(), optimum)), ++values;
    EXPECT_NEAR(tuner.best() / optimum, 1, 0.25) << optimum;
    EXPECT_LT(cost(tuner.best(), optimum), 1.01) << optimum;
    EXPECT_LE(values, optimum > 0.25 && optimum < 4 ? 12 : 40) << optimum;
  }
}

TEST(SplitTuner, FollowsAMovingOptimum) {
  SplitTuner tuner(wide);
  double sum = 0;
  constexpr int values = 2000;
  for (int i = 0; i < values; ++i) {
    // Over a factor of 100 and back.
    const double optimum = 10 * std::pow(10, std::sin(6.3 * i / values) - 1);
    const double paid = cost(tuner.radius(), optimum);
    sum += paid;
    tuner.measured(paid);
    if (i > 20) {
      EXPECT_LT(cost(tuner.best(), optimum), 1.10) << i;
    }
  }
  EXPECT_LT(sum / values, 1.08);
  EXPECT_GT(tuner.searches(), 20);
}

TEST(SplitTuner, StandsNoise) {
  SplitTuner tuner(wide);
  RandomStream random(4, RandomUse::test, 0);
  double sum = 0;
  constexpr int values = 2000;
  for (int i = 0; i < values; ++i) {
    const double paid = cost(tuner.radius(), 3);
    sum += paid;
    tuner.measured(paid * (1 + 0.1 * (random.uniform() - 0.5)));
  }
  EXPECT_LT(sum / values, 1.08);
}

TEST(SplitTuner, StaysWithinItsLimits) {
  SplitTuner tuner({.least = 0.5, .most = 2, .start = 1});
  for (int i = 0; i < 300; ++i) {
    EXPECT_GE(tuner.radius(), 0.5);
    EXPECT_LE(tuner.radius(), 2);
    tuner.measured(-std::log(tuner.radius()) + 10);
  }
  EXPECT_NEAR(tuner.best(), 2, 0.6);
  SplitTuner fixed({.least = 0.7, .most = 0.7, .start = 0.7});
  for (int i = 0; i < 50; ++i) {
    EXPECT_EQ(fixed.radius(), 0.7);
    fixed.measured(i);
  }
}

TEST(SplitTuner, LearnsNothingFromNonsense) {
  SplitTuner tuner(wide);
  const double radius = tuner.radius();
  for (const double x : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), -1.0}) {
    tuner.measured(x);
    EXPECT_EQ(tuner.radius(), radius);
  }
}

TEST(SplitTuner, RefusesLimitsThatCannotBe) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  for (const SplitLimits& wrong :
       {SplitLimits{.least = 0, .most = 1, .start = 1}, SplitLimits{.least = 2, .most = 1, .start = 1},
        SplitLimits{.least = 1, .most = infinity, .start = 1}, SplitLimits{.least = 1, .most = 2, .start = 3},
        SplitLimits{.least = nan, .most = 2, .start = 1}, SplitLimits{.tolerance = 0}, SplitLimits{.spread = 1},
        SplitLimits{.rest = 0}}) {
    EXPECT_THROW(SplitTuner{wrong}, InputError);
  }
}

TEST(SplitTuner, GoesOnFromAnArchive) {
  SplitTuner whole(wide), parts(wide);
  for (int i = 0; i < 100; ++i) {
    ASSERT_EQ(parts.radius(), whole.radius()) << i;
    const double paid = cost(whole.radius(), 1 + 0.01 * i);
    whole.measured(paid), parts.measured(paid);
    MemoryArchive archive;
    parts.describe(archive);
    archive.rewind();
    parts = SplitTuner(wide);
    parts.describe(archive);
  }
}

}  // namespace
}  // namespace tucana
