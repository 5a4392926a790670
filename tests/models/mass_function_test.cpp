#include "tucana/models/cluster/mass_function.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tests/models/galaxy_helpers.h"
#include "tests/models/kolmogorov_smirnov.h"
#include "tucana/models/cluster/draw_masses.h"

namespace tucana {
namespace {

using testing_support::complaint;
using testing_support::ks_limit;
using testing_support::ks_statistic;

double sum_of(const std::vector<double>& masses) { return std::accumulate(masses.begin(), masses.end(), 0.0); }

/// dN/dm by the difference quotient of the cumulative number.
double density(const MassFunction& f, double m) {
  return (f.number_below(m * (1 + 1e-6)) - f.number_below(m * (1 - 1e-6))) / (2e-6 * m);
}
double slope_at(const MassFunction& f, double m) {
  return -std::log(density(f, 1.01 * m) / density(f, m / 1.01)) / (2 * std::log(1.01));
}

TEST(MassFunction, SalpeterHasItsMoments) {
  const MassFunction f = salpeter_mass_function(0.1, 100);
  const auto integral = [](double k) { return (std::pow(100, k) - std::pow(0.1, k)) / k; };
  EXPECT_NEAR(f.moment(0, 0, 1e9), 1, 1e-14);
  EXPECT_NEAR(f.mean_mass() / (integral(-0.35) / integral(-1.35)), 1, 1e-13);
  EXPECT_NEAR(f.moment(2, 0.1, 100) / (integral(0.65) / integral(-1.35)), 1, 1e-13);
  EXPECT_NEAR(f.mean_mass(), 0.35, 0.005);  // the well-known value for 0.1 to 100 Msun
}

TEST(MassFunction, PublishedSlopes) {
  const MassFunction k = kroupa_2001_mass_function(0.01, 150);
  for (const auto& [m, slope] : {std::pair(0.03, 0.3), {0.2, 1.3}, {0.7, 2.3}, {20.0, 2.3}}) {
    EXPECT_NEAR(slope_at(k, m), slope, 1e-6) << m;
  }
  const MassFunction g = kroupa_tout_gilmore_1993_mass_function(0.08, 100);
  for (const auto& [m, slope] : {std::pair(0.1, 1.3), {0.7, 2.2}, {20.0, 2.7}}) {
    EXPECT_NEAR(slope_at(g, m), slope, 1e-6) << m;
  }
  // Continuous where the slopes change.
  for (const double joint : {0.08, 0.5}) EXPECT_NEAR(density(k, joint * 1.0001) / density(k, joint / 1.0001), 1, 1e-3);
  for (const double joint : {0.5, 1.0}) EXPECT_NEAR(density(g, joint * 1.0001) / density(g, joint / 1.0001), 1, 1e-3);
}

TEST(MassFunction, BrokenPowerLawAgainstSimpsonsRule) {
  // Slopes 1 and 2 make logarithms of the number and of the mean mass.
  const MassFunction f({{0.05, 1}, {0.3, 2}, {3, -0.5}}, 0.1, 10);
  const auto law = [](double m) {
    if (m < 0.3) return 1 / m;
    return m < 3 ? 0.3 / (m * m) : 0.3 / 9 * std::sqrt(m / 3);
  };
  const auto simpson = [&](int power, double a, double b) {
    constexpr int steps = 2000;
    double sum = 0;
    for (int i = 0; i <= steps; ++i) {
      const double m = a * std::pow(b / a, static_cast<double>(i) / steps);
      sum += (i == 0 || i == steps ? 1 : i % 2 == 1 ? 4 : 2) * std::pow(m, power + 1) * law(m);
    }
    return sum * std::log(b / a) / steps / 3;
  };
  const auto all = [&](int power) { return simpson(power, 0.1, 0.3) + simpson(power, 0.3, 3) + simpson(power, 3, 10); };
  for (const int power : {1, 2, 3}) EXPECT_NEAR(f.moment(power, 0, 100) / (all(power) / all(0)), 1, 1e-10) << power;
  for (const double u : {0.0, 1e-6, 0.1, 0.3, 0.7, 0.999, 1.0}) EXPECT_NEAR(f.number_below(f.quantile(u)), u, 1e-13);
}

TEST(MassFunction, EqualLimitsMakeEqualStars) {
  const MassFunction f = salpeter_mass_function(2, 2);
  EXPECT_EQ(f.mean_mass(), 2);
  for (const auto sampling : {MassSampling::random, MassSampling::optimal}) {
    EXPECT_EQ(draw_masses(f, sampling, 3, 1), (std::vector<double>{2, 2, 2}));
    EXPECT_EQ(draw_masses_of_total(f, sampling, 100, 1).size(), 50u);
  }
}

TEST(MassFunction, RandomMassesFollowIt) {
  for (const auto& f : {salpeter_mass_function(0.1, 100), kroupa_2001_mass_function(0.01, 150),
                        kroupa_tout_gilmore_1993_mass_function(0.08, 100)}) {
    const auto masses = draw_masses(f, MassSampling::random, 100000, 3);
    EXPECT_LT(ks_statistic(masses, [&](double m) { return f.number_below(m); }), ks_limit(masses.size()));
    EXPECT_GE(*std::min_element(masses.begin(), masses.end()), f.low());
    EXPECT_LE(*std::max_element(masses.begin(), masses.end()), f.high());
    const double scatter = std::sqrt((f.moment(2, 0, 1e9) - std::pow(f.mean_mass(), 2)) / 1e5);
    EXPECT_NEAR(sum_of(masses) / 1e5, f.mean_mass(), 3 * scatter);
  }
  const auto f = kroupa_2001_mass_function(0.08, 100);
  const auto few = draw_masses(f, MassSampling::random, 10, 3), many = draw_masses(f, MassSampling::random, 20, 3);
  EXPECT_TRUE(std::equal(few.begin(), few.end(), many.begin()));
}

TEST(MassFunction, OptimalSamplingHasNoScatter) {
  const auto f = kroupa_2001_mass_function(0.08, 100);
  for (const std::size_t n : {1u, 7u, 10000u}) {
    auto masses = draw_masses(f, MassSampling::optimal, n, 4);
    EXPECT_NEAR(sum_of(masses) / (static_cast<double>(n) * f.mean_mass()), 1, 1e-9);
    auto other = draw_masses(f, MassSampling::optimal, n, 5);
    if (n > 1) {
      EXPECT_NE(masses, other);  // in another order
    }
    std::sort(masses.begin(), masses.end());
    std::sort(other.begin(), other.end());
    EXPECT_EQ(masses, other);
    // Exactly one star in each of n equal parts.
    for (std::size_t k = 0; k < n; ++k) {
      const double u = f.number_below(masses[k]) * static_cast<double>(n);
      EXPECT_GE(u, static_cast<double>(k) - 1e-6);
      EXPECT_LE(u, static_cast<double>(k) + 1 + 1e-6);
    }
  }
}

TEST(MassFunction, TotalMassIsMetAsNearlyAsStarsAllow) {
  const auto f = kroupa_2001_mass_function(0.08, 100);
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    const auto masses = draw_masses_of_total(f, MassSampling::random, 1000, seed);
    const double sum = sum_of(masses), next = draw_mass(f, seed, masses.size());
    EXPECT_LE(std::abs(sum - 1000), std::max(next, masses.back()) / 2 + 1e-9);
  }
  EXPECT_NEAR(sum_of(draw_masses_of_total(f, MassSampling::optimal, 1000, 1)), 1000, f.mean_mass() / 2 * 1.001);
  EXPECT_EQ(draw_masses_of_total(f, MassSampling::random, 1e-3, 1).size(), 1u);
}

TEST(MassFunction, RefusesNonsenseInOneLine) {
  EXPECT_NE(complaint([] { salpeter_mass_function(10, 1); }).find("mass limits 10 and 1"), std::string::npos);
  EXPECT_NE(complaint([] { salpeter_mass_function(0, 1); }), "");
  EXPECT_NE(complaint([] { kroupa_2001_mass_function(0.1, HUGE_VAL); }), "");
  EXPECT_NE(complaint([] { kroupa_2001_mass_function(std::nan(""), 1); }), "");
  EXPECT_NE(complaint([] { MassFunction({{1, 2}}, 0.5, 3); }).find("above the lower limit"), std::string::npos);
  EXPECT_NE(complaint([] { MassFunction({{1, 2}, {0.5, 2}}, 1, 3); }).find("ascending"), std::string::npos);
  EXPECT_NE(complaint([] { MassFunction({{1, 1e9}}, 1, 3); }).find("slope"), std::string::npos);
  EXPECT_NE(complaint([] { MassFunction({}, 1, 3); }), "");
  const auto f = salpeter_mass_function(0.1, 1);
  EXPECT_NE(complaint([&] { draw_masses_of_total(f, MassSampling::random, 1e20, 1); }), "");
  EXPECT_NE(complaint([&] { draw_masses_of_total(f, MassSampling::random, -1, 1); }), "");
}

}  // namespace
}  // namespace tucana
