#include "tucana/physics/stellar/kicks.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/models/kolmogorov_smirnov.h"

namespace tucana::stellar {
namespace {

using testing_support::ks_limit;
using testing_support::ks_statistic;

constexpr Collapse neutron_star{SupernovaKind::core_collapse, StellarType::neutron_star, 1.3, 0.1};
constexpr Collapse electron_capture{SupernovaKind::electron_capture, StellarType::neutron_star, 1.26, 0};
constexpr Collapse black_hole{SupernovaKind::core_collapse, StellarType::black_hole, 10, 0.75};

std::vector<Vec3> kicks(const KickOptions& options, const Collapse& collapse, int n = 20000) {
  std::vector<Vec3> drawn;
  for (int i = 0; i < n; ++i) drawn.push_back(supernova_kick(options, collapse, 7, StarId{i}, 0));
  return drawn;
}

std::vector<double> speeds(const KickOptions& options, const Collapse& collapse) {
  std::vector<double> found;
  for (const Vec3& kick : kicks(options, collapse)) found.push_back(norm(kick));
  return found;
}

double normal_cumulative(double x) { return 0.5 * std::erfc(-x / std::numbers::sqrt2); }

double maxwellian_cumulative(double speed, double dispersion) {
  const double x = speed / dispersion;
  return std::erf(x / std::numbers::sqrt2) - std::sqrt(2 / std::numbers::pi) * x * std::exp(-x * x / 2);
}

void expect_maxwellian(const std::vector<double>& sample, double dispersion) {
  EXPECT_LT(ks_statistic(sample, [&](double v) { return maxwellian_cumulative(v, dispersion); }),
            ks_limit(sample.size()));
}

TEST(Kicks, DisbergMandelIsACutLogNormal) {
  const std::vector<double> sample = speeds({}, neutron_star);
  const double all = normal_cumulative((std::log(1000) - 5.60) / 0.68);
  EXPECT_LT(ks_statistic(sample, [&](double v) { return normal_cumulative((std::log(v) - 5.60) / 0.68) / all; }),
            ks_limit(sample.size()));
  for (const double speed : sample) EXPECT_LE(speed, 1000);
}

TEST(Kicks, HobbsIsMaxwellian) { expect_maxwellian(speeds({.rule = KickRule::hobbs}, neutron_star), 265); }

TEST(Kicks, TheDispersionIsAnOption) {
  expect_maxwellian(speeds({.rule = KickRule::maxwellian, .dispersion = 30}, neutron_star), 30);
}

TEST(Kicks, ElectronCaptureKicksLittle) {
  expect_maxwellian(speeds({}, electron_capture), 20);
  expect_maxwellian(speeds({.rule = KickRule::hobbs}, electron_capture), 20);
}

TEST(Kicks, DirectionsAreUniform) {
  std::vector<double> cosines, longitudes;
  for (const Vec3& kick : kicks({}, neutron_star)) {
    cosines.push_back(kick.z / norm(kick));
    longitudes.push_back(std::atan2(kick.y, kick.x));
  }
  EXPECT_LT(ks_statistic(cosines, [](double c) { return (1 + c) / 2; }), ks_limit(cosines.size()));
  EXPECT_LT(ks_statistic(longitudes, [](double l) { return 0.5 + l / (2 * std::numbers::pi); }),
            ks_limit(longitudes.size()));
}

TEST(Kicks, FallBackSlowsBlackHoles) {
  for (int i = 0; i < 10; ++i) {
    const Vec3 fast = supernova_kick({}, neutron_star, 3, StarId{i}, 0);
    const Vec3 slow = supernova_kick({}, black_hole, 3, StarId{i}, 0);
    EXPECT_NEAR(norm(slow), 0.25 * norm(fast), 1e-12);
    EXPECT_EQ(norm(supernova_kick({.reduce_by_fall_back = false}, black_hole, 3, StarId{i}, 0)), norm(fast));
  }
}

TEST(Kicks, DependOnSeedStarAndNumberAlone) {
  const auto kick = [](std::uint64_t seed, int star, std::uint32_t number) {
    return supernova_kick({}, neutron_star, seed, StarId{star}, number);
  };
  EXPECT_EQ(kick(1, 5, 0).x, kick(1, 5, 0).x);
  EXPECT_NE(kick(1, 5, 0).x, kick(2, 5, 0).x);
  EXPECT_NE(kick(1, 5, 0).x, kick(1, 6, 0).x);
  EXPECT_NE(kick(1, 5, 0).x, kick(1, 5, 1).x);
}

TEST(Kicks, NothingIsKickedWhereNothingIsLeft) {
  const Collapse none{SupernovaKind::pair_instability, StellarType::no_remnant, 0, 0};
  EXPECT_EQ(norm(supernova_kick({}, none, 1, StarId{1}, 0)), 0);
  EXPECT_EQ(norm(supernova_kick({.rule = KickRule::off}, neutron_star, 1, StarId{1}, 0)), 0);
}

}  // namespace
}  // namespace tucana::stellar
