#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "tucana/core/random.h"
#include "tucana/tree/tuning/growth_fit.h"

namespace tucana {
namespace {

template <class Cost>
std::vector<GrowthSample> samples_of(Cost&& cost, int n, double unit = 1) {
  std::vector<GrowthSample> samples;
  for (int i = 0; i < n; ++i) samples.push_back({i * unit, cost(static_cast<double>(i)), 1});
  return samples;
}

double line(double s) { return 3 + 0.25 * s; }
double power(double s) { return 3 * std::pow(1.05, s); }
double parabola(double s) { return 3 + 0.1 * s + 0.02 * s * s; }

TEST(GrowthFit, FindsTheParametersOfEachModel) {
  const GrowthFit a = fit_growth(GrowthModel::linear, samples_of(line, 10));
  EXPECT_NEAR(a.t1, 3, 1e-12);
  EXPECT_NEAR(a.p, 0.25, 1e-12);
  const GrowthFit b = fit_growth(GrowthModel::power_law, samples_of(power, 10));
  EXPECT_NEAR(b.t1, 3, 1e-12);
  EXPECT_NEAR(std::exp(b.p), 1.05, 1e-12);
  const GrowthFit c = fit_growth(GrowthModel::parabolic, samples_of(parabola, 10));
  EXPECT_NEAR(c.t1, 3, 1e-11);
  EXPECT_NEAR(c.p, 0.1, 1e-11);
  EXPECT_NEAR(c.q, 0.02, 1e-12);
}

TEST(GrowthFit, ChoosesTheModelThatMadeTheSamples) {
  // In steps, and in a unit of time in which ages are tiny.
  for (const double unit : {1.0, 1e-9, 1e6}) {
    EXPECT_EQ(fit_growth(samples_of(line, 12, unit)).model, GrowthModel::linear) << unit;
    EXPECT_EQ(fit_growth(samples_of(power, 12, unit)).model, GrowthModel::power_law) << unit;
    EXPECT_EQ(fit_growth(samples_of(parabola, 12, unit)).model, GrowthModel::parabolic) << unit;
    EXPECT_NEAR(fit_growth(samples_of(parabola, 12, unit)).growth(20 * unit), parabola(20) / 3, 1e-9) << unit;
  }
}

TEST(GrowthFit, ChoosesTheModelThatMadeTheSamplesUnderNoise) {
  int right = 0;
  for (std::uint64_t trial = 0; trial < 100; ++trial) {
    RandomStream random(5, RandomUse::test, trial);
    const auto noisy = [&](double s) { return parabola(s) * (1 + 0.02 * (random.uniform() - 0.5)); };
    right += fit_growth(samples_of(noisy, 20)).model == GrowthModel::parabolic ? 1 : 0;
  }
  EXPECT_GE(right, 90);
}

TEST(GrowthFit, ReducesChiSquareByTheDegreesOfFreedom) {
  // Residuals of the line through (0, 0.9), (1, 1.2), (2, 0.9), (3, 1.2) by hand: -0.06, 0.18, -0.18, 0.06.
  const std::vector<GrowthSample> samples{{0, 0.9, 1}, {1, 1.2, 1}, {2, 0.9, 1}, {3, 1.2, 1}};
  const double by_hand = (2 * 0.06 * 0.06 + 2 * 0.18 * 0.18) / (4 - 2);
  EXPECT_NEAR(fit_growth(GrowthModel::linear, samples).chi2, by_hand, 1e-14);
}

TEST(GrowthFit, WeighsSamples) {
  // Two values at each of two ages: the line goes through their weighted means 1.25 and 2.25.
  const std::vector<GrowthSample> samples{{0, 1, 3}, {0, 2, 1}, {1, 2, 3}, {1, 3, 1}};
  const GrowthFit fit = fit_growth(GrowthModel::linear, samples);
  EXPECT_NEAR(fit.value(0), 1.25, 1e-14);
  EXPECT_NEAR(fit.value(1), 2.25, 1e-14);
}

TEST(GrowthFit, KnowsWhatItCannotKnow) {
  EXPECT_EQ(fit_growth({}).model, GrowthModel::none);
  for (int n = 1; n <= 2; ++n) EXPECT_EQ(fit_growth(samples_of(line, n)).model, GrowthModel::none) << n;
  // Three samples leave the parabola no degree of freedom; one age tells nothing, two none of a parabola.
  EXPECT_EQ(fit_growth(GrowthModel::parabolic, samples_of(line, 3)).model, GrowthModel::none);
  EXPECT_EQ(fit_growth(samples_of(line, 8, 0)).model, GrowthModel::none);
  const std::vector<GrowthSample> two{{0, 1, 1}, {1, 2, 1}, {0, 1, 1}, {1, 2, 1}, {1, 2, 1}};
  EXPECT_EQ(fit_growth(GrowthModel::parabolic, two).model, GrowthModel::none);
  EXPECT_EQ(fit_growth(two).model, GrowthModel::linear);
  // A new tree cannot cost nothing, or less; logarithms want positive costs.
  EXPECT_EQ(fit_growth(GrowthModel::linear, samples_of([](double s) { return s - 0.5; }, 5)).model, GrowthModel::none);
  EXPECT_EQ(fit_growth(GrowthModel::power_law, samples_of([](double s) { return s; }, 5)).model, GrowthModel::none);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(fit_growth(samples_of([&](double s) { return s == 2 ? nan : 1; }, 5)).model, GrowthModel::none);
  EXPECT_EQ(GrowthFit{}.growth(7), 1);
}

}  // namespace
}  // namespace tucana
