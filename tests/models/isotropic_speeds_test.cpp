#include "tucana/models/galaxy/isotropic_speeds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "tests/models/galaxy_helpers.h"
#include "tests/models/kolmogorov_smirnov.h"
#include "tucana/models/galaxy/king.h"

namespace tucana {
namespace {

using namespace testing_support;
using std::numbers::pi;

/// Hernquist 1990, eq. 17, for G = M = a = 1.
double hernquist_f(double energy) {
  const double q = std::sqrt(energy), rest = 1 - energy;
  return std::pow(rest, -2.5) / (8 * std::numbers::sqrt2 * pi * pi * pi) *
         (3 * std::asin(q) + q * std::sqrt(rest) * (1 - 2 * energy) * (8 * energy * energy - 8 * energy - 3));
}

/// Hernquist 1990, eq. 10.
double hernquist_dispersion2(double r) {
  return r * std::pow(1 + r, 3) * std::log((1 + r) / r) -
         r / (12 * (1 + r)) * (25 + 52 * r + 42 * r * r + 12 * r * r * r);
}

TEST(Eddington, FindsHernquistsDistributionFunction) {
  const Galaxy galaxy({sphere(ProfileKind::hernquist)});
  for (double energy = 0.01; energy < 0.9999; energy += 0.0111) {
    EXPECT_NEAR(galaxy.speeds(0)->distribution(1 - energy) / hernquist_f(energy), 1, 1e-3) << energy;
  }
  // Deep in the cusp, where a potential would have lost its digits: f goes as (1 - E)^(-5/2).
  EXPECT_NEAR(galaxy.speeds(0)->distribution(1e-5) / hernquist_f(1 - 1e-5), 1, 1e-3);
}

TEST(Eddington, FindsPlummersDistributionFunction) {
  const Galaxy galaxy({sphere(ProfileKind::plummer)});
  for (const double energy : {0.003, 0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99}) {
    const double known = 24 * std::numbers::sqrt2 / (7 * pi * pi * pi) * std::pow(energy, 3.5);
    EXPECT_NEAR(galaxy.speeds(0)->distribution(1 - energy) / known, 1, 1e-3) << energy;
  }
}

TEST(Eddington, FindsKingsLoweredExponential) {
  for (const double w0 : {1.0, 3.0, 6.0, 9.0, 12.0}) {
    Component king = sphere(ProfileKind::king);
    king.w0 = w0;
    const Galaxy galaxy({king});
    const double edge = galaxy.field().depth(KingModel(w0).tidal_radius());
    const auto ratio = [&](double part) {
      return galaxy.speeds(0)->distribution(edge * (1 - part)) / std::expm1(w0 * part);
    };
    for (const double part : {0.05, 0.2, 0.8, 0.99})
      EXPECT_NEAR(ratio(part) / ratio(0.5), 1, 1e-3) << w0 << " " << part;
  }
}

TEST(Jeans, GivesHernquistsDispersion) {
  const Galaxy galaxy({sphere(ProfileKind::hernquist)});
  for (const double r : {0.01, 0.1, 0.5, 1.0, 3.0, 10.0}) {
    EXPECT_NEAR(galaxy.speeds(0)->dispersion2(r) / hernquist_dispersion2(r), 1, 1e-4) << r;
  }
}

/// The second moment of drawn speeds in shells against Jeans' equation, radial and tangential.
void expect_jeans(const Galaxy& galaxy, const StarsBuffer& stars, std::span<const double> edges) {
  for (std::size_t bin = 0; bin + 1 < edges.size(); ++bin) {
    double expected = 0, radial = 0, tangential = 0, count = 0;
    for (std::size_t i = 0; i < stars.size(); ++i) {
      const double r = norm(stars.position[i]);
      if (r < edges[bin] || r >= edges[bin + 1]) continue;
      const double along = dot(stars.velocity[i], stars.position[i]) / r;
      expected += galaxy.speeds(0)->dispersion2(r);
      radial += along * along;
      tangential += (norm2(stars.velocity[i]) - along * along) / 2;
      ++count;
    }
    ASSERT_GT(count, 1000);
    EXPECT_NEAR(radial / expected, 1, 4 * std::sqrt(2 / count)) << "bin " << bin;
    EXPECT_NEAR(tangential / expected, 1, 4 * std::sqrt(1 / count)) << "bin " << bin;
  }
}

/// T over |V|, V from the field of the model: sum of m M(r)/r, the virial of the bodies.
double virial_ratio(const Galaxy& galaxy, const StarsBuffer& stars) {
  double kinetic = 0, virial = 0;
  for (std::size_t i = 0; i < stars.size(); ++i) {
    const double r = norm(stars.position[i]);
    kinetic += 0.5 * stars.mass[i] * norm2(stars.velocity[i]);
    virial += stars.mass[i] * galaxy.field().mass(r) / r;
  }
  return kinetic / virial;
}

class SphereTest : public testing::TestWithParam<Component> {};

TEST_P(SphereTest, DrawsItsMassProfileItsDispersionAndItsVirialRatio) {
  const Galaxy galaxy({GetParam()});
  const StarsBuffer stars = drawn(galaxy, 100000, 21);
  EXPECT_LT(ks_statistic(radii_of(stars), [&](double r) { return galaxy.mass_within(0, r); }), ks_limit(stars.size()));
  std::vector<double> radii = radii_of(stars), edges;
  std::sort(radii.begin(), radii.end());
  for (const std::size_t at : {0, 2000, 20000, 50000, 80000, 97000}) edges.push_back(radii[at]);
  edges.push_back(radii.back() * 1.001);
  expect_jeans(galaxy, stars, edges);
  EXPECT_NEAR(virial_ratio(galaxy, stars), 0.5, 0.004);
}

Component king_of(double w0) {
  Component king = sphere(ProfileKind::king);
  king.w0 = w0;
  return king;
}
INSTANTIATE_TEST_SUITE_P(Spheres, SphereTest,
                         testing::Values(sphere(ProfileKind::hernquist, CutKind::smooth, 100),
                                         sphere(ProfileKind::hernquist, CutKind::hard, 10),
                                         sphere(ProfileKind::nfw, CutKind::smooth, 10),
                                         sphere(ProfileKind::nfw, CutKind::hard, 5),
                                         sphere(ProfileKind::plummer, CutKind::smooth, 20), king_of(3), king_of(9)));

TEST(MassProfile, IsTheAnalyticOneInsideTheCut) {
  const auto nfw = [](double x) { return std::log1p(x) - x / (1 + x); };
  const Galaxy hard({sphere(ProfileKind::nfw, CutKind::hard, 5)});
  const Galaxy hernquist({sphere(ProfileKind::hernquist)});
  for (const double r : {1e-3, 0.01, 0.3, 1.0, 4.9}) {
    EXPECT_NEAR(hard.mass_within(0, r) / (nfw(r) / nfw(5)), 1, 2e-5) << r;
    EXPECT_NEAR(hernquist.mass_within(0, r) / (r * r / ((1 + r) * (1 + r))), 1, 2e-5) << r;
    EXPECT_NEAR(hernquist.field().potential(r), 1 / (1 + r), 1e-5) << r;
  }
  EXPECT_EQ(hard.mass_within(0, 5), 1);
  const StarsBuffer stars = drawn(hard, 20000);
  const auto radii = radii_of(stars);
  EXPECT_LE(*std::max_element(radii.begin(), radii.end()), 5);
  EXPECT_LT(ks_statistic(radii, [&](double r) { return nfw(r) / nfw(5); }), ks_limit(20000));
  // A smooth cut leaves the inside as it is.
  const Galaxy smooth({sphere(ProfileKind::nfw, CutKind::smooth, 10)});
  EXPECT_NEAR(smooth.mass_within(0, 1) / smooth.mass_within(0, 3), nfw(1) / nfw(3), 1e-5);
}

TEST(Speeds, FollowTheDistributionFunction) {
  const Galaxy galaxy({sphere(ProfileKind::hernquist)});
  std::vector<double> speeds;
  constexpr double r = 0.7, depth = r / (1 + r);
  for (std::uint64_t i = 0; i < 50000; ++i) {
    RandomStream random(4, RandomUse::test, i);
    speeds.push_back(galaxy.speeds(0)->draw_speed(r, random));
  }
  // The cumulative distribution on a fine table.
  const double escape = std::sqrt(2 * (1 - depth));
  constexpr int steps = 4000;
  std::vector<double> cumulative(steps + 1, 0);
  for (int s = 0; s < steps; ++s) {
    const double v = escape * (s + 0.5) / steps;
    cumulative[static_cast<std::size_t>(s) + 1] =
        cumulative[static_cast<std::size_t>(s)] + v * v * hernquist_f(1 - depth - v * v / 2);
  }
  const auto expected = [&](double v) {
    const double at = std::min(v / escape, 1 - 1e-12) * steps;
    const auto low = static_cast<std::size_t>(at);
    return (cumulative[low] + (at - static_cast<double>(low)) * (cumulative[low + 1] - cumulative[low])) /
           cumulative[steps];
  };
  EXPECT_LT(ks_statistic(speeds, expected), ks_limit(speeds.size()));
}

TEST(Eddington, RefusesWhatCannotBeIsotropic) {
  Component narrow = sphere(ProfileKind::nfw, CutKind::smooth, 10);
  narrow.cut_width = 0.2;
  EXPECT_NE(complaint([&] { Galaxy({narrow}); }).find("make the cut wider"), std::string::npos);
  // A cored sphere around a heavy, concentrated one.
  Component core = sphere(ProfileKind::plummer), heavy = sphere(ProfileKind::hernquist);
  core.name = "core";
  heavy.mass = 100;
  heavy.scale_radius = 0.001;
  EXPECT_NE(complaint([&] { Galaxy({core, heavy}); }).find("component core: no isotropic model"), std::string::npos);
}

}  // namespace
}  // namespace tucana
