#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "tucana/core/random.h"
#include "tucana/tree/tuning/rebuild_tuner.h"

namespace tucana {
namespace {

using Cost = std::function<double(double age)>;

/// The number of steps between builds that has the smallest mean cost: by trying all.
int best_interval(const Cost& walk, double build) {
  double total = build, least = std::numeric_limits<double>::infinity();
  int best = 0;
  for (int n = 1; n <= 2000; ++n) {
    total += walk(n - 1);
    if (total / n < least) least = total / n, best = n;
  }
  return best;
}

double mean_cost(const Cost& walk, double build, double interval) {
  double total = build;
  const int n = static_cast<int>(interval);
  for (int i = 0; i < n; ++i) total += walk(i);
  return (total + (interval - n) * walk(n)) / interval;
}

/// Walks with ages in steps; how many fell between builds, for each tree in turn.
std::vector<int> intervals(RebuildTuner& tuner, const Cost& walk, double build, int trees, double size = 1) {
  std::vector<int> lengths;
  for (int tree = 0; tree < trees; ++tree) {
    tuner.built(build);
    int n = 0;
    do tuner.walked({walk(n) * size, size, static_cast<double>(n)});
    while (++n < 5000 && !tuner.due(n));
    lengths.push_back(n);
  }
  return lengths;
}

struct Case {
  const char* name;
  Cost walk;
  double build;
  GrowthModel model;
};

const std::vector<Case>& cases() {
  static const std::vector<Case> all{
      {"line", [](double s) { return 1 + 0.01 * s; }, 1, GrowthModel::linear},
      {"steep line", [](double s) { return 1 + 0.1 * s; }, 3, GrowthModel::linear},
      {"cheap build", [](double s) { return 1 + 0.02 * s; }, 0.05, GrowthModel::linear},
      {"dear build", [](double s) { return 1 + 0.001 * s; }, 10, GrowthModel::linear},
      {"power law", [](double s) { return std::pow(1.02, s); }, 2, GrowthModel::power_law},
      {"steep power law", [](double s) { return 5 * std::pow(1.2, s); }, 10, GrowthModel::power_law},
      {"parabola", [](double s) { return 1 + 0.001 * s + 0.0005 * s * s; }, 1, GrowthModel::parabolic},
      {"pure parabola", [](double s) { return 1 + 0.002 * s * s; }, 4, GrowthModel::parabolic}};
  return all;
}

TEST(RebuildTuner, RebuildsAtTheIntervalOfLeastMeanCost) {
  for (const Case& c : cases()) {
    const int best = best_interval(c.walk, c.build);
    RebuildTuner tuner;
    EXPECT_TRUE(tuner.due(0));
    const std::vector<int> found = intervals(tuner, c.walk, c.build, 5);
    for (std::size_t i = 0; i < found.size(); ++i) {
      // The first tree has to be walked three times before anything is known.
      const int known = i == 0 ? std::max(best, 4) : best;
      EXPECT_NEAR(found[i], known, 1) << c.name << ", tree " << i;
    }
    if (best > 4) {
      EXPECT_EQ(tuner.fit().model, c.model) << c.name;
    }
  }
}

TEST(RebuildTuner, AgreesWithTheFormulaeOfThePaper) {
  // Eq. (12), n^2 = 2 t_make / slope; eq. (24); eq. (30). Each has n as a real number.
  RebuildTuner line, power, parabola;
  EXPECT_NEAR(intervals(
                  line, [](double s) { return 1 + 0.01 * s; }, 2, 3)
                  .back(),
              std::sqrt(2 / 0.01 * 2), 1);
  const double r = 1.02, make = 2;
  double n = 1;
  while ((n * std::log(r) - 1) * std::pow(r, n) < (r - 1) * make - 1) n += 0.01;
  EXPECT_NEAR(intervals(
                  power, [&](double s) { return std::pow(r, s); }, make, 3)
                  .back(),
              n, 1);
  const double a = 0.0005, b = 0.001;
  n = 1;
  while (n * n * (b / 2 + (4 * n - 3) / 6 * a) < make) n += 0.01;
  EXPECT_NEAR(intervals(
                  parabola, [&](double s) { return 1 + b * s + a * s * s; }, make, 3)
                  .back(),
              n, 1);
}

TEST(RebuildTuner, IsNearTheOptimumUnderNoise) {
  for (const Case& c : cases()) {
    const int best = best_interval(c.walk, c.build);
    RandomStream random(3, RandomUse::test, 1);
    RebuildTuner tuner;
    const Cost noisy = [&](double s) { return c.walk(s) * (1 + 0.1 * (random.uniform() - 0.5)); };
    double paid = 0, walks = 0;
    for (const int n : intervals(tuner, noisy, c.build, 40)) paid += n * mean_cost(c.walk, c.build, n), walks += n;
    // What the run costs in the mean, over what the best interval would.
    const double ratio = paid / walks / mean_cost(c.walk, c.build, best);
    EXPECT_LT(ratio, 1.05) << c.name;
  }
}

TEST(RebuildTuner, ComparesWalksBySize) {
  // Blocks: every eighth walk is of all bodies, the others of a few. The line of a walk of all has its optimum at
  // a total size of about sqrt(2 make / slope per size).
  RebuildTuner tuner;
  double done = 0;
  int step = 0;
  for (int tree = 0; tree < 4; ++tree) {
    tuner.built(1);
    done = 0;
    int n = 0;
    do {
      const double size = step++ % 8 == 0 ? 1.0 : 0.02;
      done += size;
      tuner.walked({size * (1 + 0.01 * n), size, static_cast<double>(n)});
    } while (++n < 1000 && !tuner.due(n));
  }
  // In the mean 1.14/8 of a full walk a step: excess = 0.1425 * 0.01 n^2 / 2 = 1 at n = 37.5.
  EXPECT_NEAR(done, 37.5 * 0.1425, 1.1);
}

/// Blocks of five levels; bodies of deep levels cost more each, and a walk costs something whatever its size.
struct Blocks {
  double slope, build, noise;

  static double size(int step) { return sum(step, 0); }
  double cost(int step, int age) const { return (0.01 + sum(step, 0.15)) * (1 + slope * age); }

  static double sum(int step, double dearer) {
    constexpr double part[] = {0.5, 0.25, 0.15, 0.07, 0.03};
    double active = 0;
    for (int level = 0; level < 5; ++level) {
      if (step % (16 >> level) == 0) active += part[level] * (1 + dearer * level);
    }
    return active;
  }
  double at_interval(int n) const {
    double total = 0;
    for (int step = 0; step < 1600; ++step) total += cost(step, step % n) + (step % n == 0 ? build : 0);
    return total / 1600;
  }
  double tuned() const {
    RandomStream random(7, RandomUse::test, 2);
    RebuildTuner tuner;
    double total = 0;
    int age = 0;
    for (int step = 0; step < 2000; ++step) {
      if (tuner.due(age, size(step))) tuner.built(build), total += step < 400 ? 0 : build, age = 0;
      const double paid = cost(step, age);
      tuner.walked({paid * (1 + noise * (random.uniform() - 0.5)), size(step), static_cast<double>(age++)});
      total += step < 400 ? 0 : paid;
    }
    return total / 1600;
  }
};

TEST(RebuildTuner, IsNearTheBestFixedIntervalWithBlockSteps) {
  for (const Blocks& blocks : {Blocks{0.01, 0.3, 0}, Blocks{0.01, 0.3, 0.1}, Blocks{0.002, 0.3, 0.1},
                               Blocks{0.05, 0.1, 0.1}, Blocks{0.001, 0.05, 0.1}}) {
    double least = blocks.at_interval(1);
    for (int n = 2; n < 200; ++n) least = std::min(least, blocks.at_interval(n));
    EXPECT_LT(blocks.tuned() / least, 1.03) << blocks.slope << " " << blocks.build << " " << blocks.noise;
  }
}

TEST(RebuildTuner, DoesNotDependOnUnits) {
  const Cost walk = [](double s) { return 1 + 0.01 * s + 0.001 * s * s; };
  RebuildTuner plain, scaled;
  const std::vector<int> expected = intervals(plain, walk, 1.5, 4);
  for (const int n : expected) {
    scaled.built(0x1p-30 * 1.5);
    for (int i = 0; i < n; ++i) {
      EXPECT_FALSE(scaled.due(i * 0x1p20));
      scaled.walked({0x1p-30 * walk(i), 1, i * 0x1p20});
    }
    EXPECT_TRUE(scaled.due(n * 0x1p20));
  }
}

TEST(RebuildTuner, FollowsAChangeOfLevel) {
  // Twice as slow from the fourth tree on, as another split radius or a busier machine may make it.
  RebuildTuner tuner;
  const Cost slow = [](double s) { return 2 + 0.02 * s; };
  intervals(
      tuner, [](double s) { return 1 + 0.01 * s; }, 1, 3);
  for (const int n : intervals(tuner, slow, 1, 3)) EXPECT_NEAR(n, best_interval(slow, 1), 4);
}

TEST(RebuildTuner, KeepsATreeWhoseWalksGrowCheaper) {
  RebuildTuner tuner({.most_walks = 300});
  for (const int n : intervals(
           tuner, [](double s) { return 10 - 0.01 * s; }, 1, 3))
    EXPECT_EQ(n, 300);
  RebuildTuner level({.most_walks = 7});
  for (const int n : intervals(
           level, [](double) { return 1.0; }, 1, 3))
    EXPECT_EQ(n, 7);
}

TEST(RebuildTuner, RebuildsAlwaysWhenBuildsCostNothing) {
  RebuildTuner tuner;
  for (const int n : intervals(
           tuner, [](double s) { return 1 + s; }, 0, 5))
    EXPECT_EQ(n, 1);
}

TEST(RebuildTuner, LearnsAgainAfterManyTreesOfOneWalk) {
  // Growth so steep that every walk has a tree of its own; then it stops to grow.
  RebuildTuner tuner;
  std::vector<int> found = intervals(
      tuner, [](double s) { return 1 + 10 * s; }, 1, 6);
  EXPECT_EQ(found[1], 1);
  found = intervals(
      tuner, [](double s) { return 1 + 0.01 * s; }, 1, 12);
  EXPECT_NEAR(found.back(), 14, 1);
}

TEST(RebuildTuner, ForgivesASingleDisturbedWalk) {
  const Cost walk = [](double s) { return 1 + 0.01 * s; };
  RebuildTuner tuner;
  intervals(tuner, walk, 1, 3);
  const Cost disturbed = [&](double s) { return s == 4 ? 50 : walk(s); };
  EXPECT_GE(intervals(tuner, disturbed, 1, 1)[0], 10);
  EXPECT_NEAR(intervals(tuner, walk, 1, 2)[1], 14, 3);
}

TEST(RebuildTuner, LearnsNothingFromNonsense) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  RebuildTuner tuner({.most_walks = 40});
  EXPECT_TRUE(tuner.due(nan));
  tuner.built(nan);
  tuner.built(-1);
  tuner.built(1);
  EXPECT_FALSE(tuner.due(0));
  for (const double x : {nan, infinity, -infinity, -1.0}) {
    EXPECT_TRUE(std::isnan(tuner.walked({x, 1, 0})));
    EXPECT_TRUE(std::isnan(tuner.walked({1, x, 0})));
    EXPECT_TRUE(std::isnan(tuner.walked({1, 1, x})));
  }
  EXPECT_TRUE(std::isnan(tuner.walked({1, 0, 0})));
  EXPECT_EQ(tuner.fit().model, GrowthModel::none);
  for (int i = 0; i < 27; ++i) {
    EXPECT_FALSE(tuner.due(i));
    tuner.walked({0, 1, static_cast<double>(i)});
  }
  EXPECT_TRUE(tuner.due(28));  // 40 walks, those not learnt from included
  tuner.built(1);
  EXPECT_NEAR(intervals(
                  tuner, [](double s) { return 1 + 0.01 * s; }, 1, 2)[1],
              14, 1);
}

TEST(RebuildTuner, GoesOnFromAnArchive) {
  RandomStream random(9, RandomUse::test, 0);
  RebuildTuner tuner;
  tuner.built(1.25);
  const auto walk = [&](int i) { return WalkCost{1 + 0.004 * i + 0.1 * random.uniform(), 1, 0.25 * i}; };
  int age = 0;
  for (int i = 0; i < 200; ++i) {
    if (tuner.due(0.25 * age)) tuner.built(1 + random.uniform()), age = 0;
    tuner.walked(walk(age++));
    if (i % 13 != 0) continue;
    MemoryArchive archive, again, after;
    tuner.describe(archive);
    archive.rewind();
    RebuildTuner copy;
    copy.describe(archive);
    copy.describe(again);
    tuner.describe(after);
    EXPECT_EQ(again.first_difference(after), "");
    EXPECT_EQ(copy.due(0.25 * age), tuner.due(0.25 * age));
    tuner = copy;
  }
}

}  // namespace
}  // namespace tucana
