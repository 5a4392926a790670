#include "tucana/models/plummer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "tests/models/kolmogorov_smirnov.h"
#include "tests/models/plain_engine.h"
#include "tucana/core/error.h"
#include "tucana/gravity/potential_energy.h"

namespace tucana {
namespace {

using testing_support::ks_limit;
using testing_support::ks_statistic;
using testing_support::PlainEngine;

double mass_within(double r) { return std::pow(r, 3) / std::pow(1 + r * r, 1.5); }

class PlummerScalingTest : public testing::TestWithParam<std::size_t> {};

TEST_P(PlummerScalingTest, IsExactlyInHenonUnitsAndCentred) {
  PlainEngine engine;
  for (const std::uint64_t seed : {1u, 2u}) {
    const StarsBuffer stars = make_plummer({.n = GetParam(), .seed = seed}, engine);
    ASSERT_EQ(stars.size(), GetParam());
    long double mass = 0, kinetic = 0;
    Vec3 position, velocity;
    for (std::size_t i = 0; i < stars.size(); ++i) {
      EXPECT_EQ(value(stars.id[i]), static_cast<std::int64_t>(i) + 1);
      EXPECT_EQ(stars.radius[i], 0);
      mass += stars.mass[i];
      kinetic += 0.5L * stars.mass[i] * norm2(stars.velocity[i]);
      position += stars.mass[i] * stars.position[i];
      velocity += stars.mass[i] * stars.velocity[i];
    }
    EXPECT_NEAR(static_cast<double>(mass), 1, 1e-14);
    EXPECT_NEAR(static_cast<double>(kinetic), 0.25, 0.25e-14);
    EXPECT_NEAR(potential_energy(stars.view(), {}, engine), -0.5, 0.5e-14);
    EXPECT_LT(norm(position), 1e-15);
    EXPECT_LT(norm(velocity), 1e-15);
  }
}
INSTANTIATE_TEST_SUITE_P(Sizes, PlummerScalingTest, testing::Values(2, 3, 10, 1000, 5000));

TEST(Plummer, OneStarIsAtRestAtTheOrigin) {
  PlainEngine engine;
  const StarsBuffer stars = make_plummer({.n = 1}, engine);
  EXPECT_EQ(stars.mass[0], 1);
  EXPECT_EQ(stars.position[0], Vec3{});
  EXPECT_EQ(stars.velocity[0], Vec3{});
}

TEST(Plummer, ScalesToTheKnownLengthOfTheSphere) {
  // V of the sphere is -3 pi / 32 / a, so a = 3 pi / 16 in Henon units; the half-mass radius is 1.305 a = 0.769.
  PlainEngine engine;
  const StarsBuffer stars = make_plummer({.n = 5000}, engine);
  std::vector<double> radii;
  for (const Vec3& x : stars.position) radii.push_back(norm(x));
  std::nth_element(radii.begin(), radii.begin() + 2500, radii.end());
  EXPECT_NEAR(radii[2500], 0.769, 0.025);
}

TEST(Plummer, MassProfileIsThatOfTheCutSphere) {
  for (const double cut : {20.0, 2.0}) {
    const StarsBuffer stars = draw_plummer({.n = 100000, .seed = 11, .cut_radius = cut});
    std::vector<double> radii;
    for (const Vec3& x : stars.position) radii.push_back(norm(x));
    EXPECT_LT(ks_statistic(radii, [&](double r) { return mass_within(r) / mass_within(cut); }), ks_limit(100000));
    EXPECT_LE(*std::max_element(radii.begin(), radii.end()), cut * (1 + 1e-15));
    EXPECT_GT(*std::max_element(radii.begin(), radii.end()), 0.9 * cut);
    std::nth_element(radii.begin(), radii.begin() + 50000, radii.end());
    const double half_mass = cut == 20 ? 1.300 : 1.008;  // 1.305 without a cut, 0.769 in Henon units
    EXPECT_NEAR(radii[50000], half_mass, 0.015);
  }
}

TEST(Plummer, SpeedsFollowTheDistributionFunctionUpToTheEscapeSpeed) {
  const StarsBuffer stars = draw_plummer({.n = 100000, .seed = 12});
  std::vector<double> ratio;
  for (std::size_t i = 0; i < stars.size(); ++i) {
    const double escape = std::sqrt(2 / std::sqrt(1 + norm2(stars.position[i])));
    ratio.push_back(norm(stars.velocity[i]) / escape);
  }
  EXPECT_LT(*std::max_element(ratio.begin(), ratio.end()), 1);
  // With q = sin(t) the cumulative distribution is the integral of sin^2 t cos^8 t, here by Simpson's rule.
  const auto integral = [](double q) {
    const double end = std::asin(q);
    constexpr int steps = 64;
    double sum = 0;
    for (int s = 0; s <= steps; ++s) {
      const double t = end * s / steps;
      sum += (s == 0 || s == steps ? 1 : s % 2 == 1 ? 4 : 2) * std::pow(std::sin(t), 2) * std::pow(std::cos(t), 8);
    }
    return sum * end / steps / 3;
  };
  EXPECT_LT(ks_statistic(ratio, [&](double q) { return integral(q) / integral(1); }), ks_limit(100000));
}

TEST(Plummer, VelocitiesAreIsotropicWithTheLocalDispersion) {
  const StarsBuffer stars = draw_plummer({.n = 200000, .seed = 13});
  constexpr std::array<double, 5> edges{0, 0.5, 1, 2, 4};
  for (std::size_t bin = 0; bin + 1 < edges.size(); ++bin) {
    double expected = 0, radial = 0, tangential = 0, count = 0;
    for (std::size_t i = 0; i < stars.size(); ++i) {
      const double r = norm(stars.position[i]);
      if (r < edges[bin] || r >= edges[bin + 1]) continue;
      const double along = dot(stars.velocity[i], stars.position[i]) / r;
      expected += 1 / (6 * std::sqrt(1 + r * r));
      radial += along * along;
      tangential += (norm2(stars.velocity[i]) - along * along) / 2;
      ++count;
    }
    // The mean of squares scatters by sqrt(2/n) of itself for a Gaussian, by less here.
    const double tolerance = 4 * std::sqrt(2 / count);
    EXPECT_NEAR(radial / expected, 1, tolerance) << "bin " << bin;
    EXPECT_NEAR(tangential / expected, 1, tolerance) << "bin " << bin;
  }
}

TEST(Plummer, PositionsAndVelocitiesHaveNoPreferredAxis) {
  const StarsBuffer stars = draw_plummer({.n = 100000, .seed = 14});
  const auto direction_is_uniform = [](const std::vector<Vec3>& column) {
    std::array<std::vector<double>, 3> cosine;
    for (const Vec3& v : column) {
      const double r = norm(v);
      cosine[0].push_back(v.x / r), cosine[1].push_back(v.y / r), cosine[2].push_back(v.z / r);
    }
    for (const auto& c : cosine) {
      EXPECT_LT(ks_statistic(c, [](double z) { return (1 + z) / 2; }), ks_limit(c.size()));
    }
  };
  direction_is_uniform(stars.position);
  direction_is_uniform(stars.velocity);
}

TEST(Plummer, SameSeedSameBitsOtherSeedOtherStars) {
  const StarsBuffer a = draw_plummer({.n = 100, .seed = 5}), b = draw_plummer({.n = 100, .seed = 5});
  EXPECT_EQ(a.position, b.position);
  EXPECT_EQ(a.velocity, b.velocity);
  const StarsBuffer other = draw_plummer({.n = 100, .seed = 6});
  for (std::size_t i = 0; i < 100; ++i) {
    EXPECT_NE(a.position[i], other.position[i]);
    EXPECT_NE(a.velocity[i], other.velocity[i]);
  }
  const StarsBuffer more = draw_plummer({.n = 200, .seed = 5});
  EXPECT_TRUE(std::equal(a.position.begin(), a.position.end(), more.position.begin()));
  EXPECT_TRUE(std::equal(a.velocity.begin(), a.velocity.end(), more.velocity.begin()));
}

TEST(Plummer, RefusesImpossibleOptions) {
  EXPECT_THROW(draw_plummer({.n = 0}), InputError);
  EXPECT_THROW(draw_plummer({.n = 5, .cut_radius = 0}), InputError);
  EXPECT_THROW(draw_plummer({.n = 5, .cut_radius = std::nan("")}), InputError);
  EXPECT_THROW(draw_plummer({.n = 5, .cut_radius = HUGE_VAL}), InputError);
}

}  // namespace
}  // namespace tucana
