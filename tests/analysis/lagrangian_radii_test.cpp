#include "tucana/analysis/lagrangian_radii.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tucana/models/plummer.h"

namespace tucana {
namespace {

StarsBuffer on_the_x_axis(const std::vector<double>& x, const std::vector<double>& mass) {
  StarsBuffer stars;
  stars.resize(x.size());
  stars.number_from_one();
  stars.mass = mass;
  for (std::size_t i = 0; i < x.size(); ++i) stars.position[i].x = x[i];
  return stars;
}

using Radii = std::array<double, 8>;

TEST(LagrangianRadii, AreTheFirstStarThatReachesTheMass) {
  const StarsBuffer stars = on_the_x_axis({-4, 3, 2, 1}, {1, 1, 1, 1});
  EXPECT_EQ(lagrangian_radii(stars.view(), {}), (Radii{1, 1, 1, 1, 1, 2, 3, 4}));
  const StarsBuffer unequal = on_the_x_axis({-4, 3, 2, 1}, {0.1, 0.1, 0.7, 0.1});
  EXPECT_EQ(lagrangian_radii(unequal.view(), {}), (Radii{1, 1, 1, 1, 2, 2, 2, 3}));
}

// 0.01 is above 1/100 in binary, and a sum of 0.01 is not a multiple of it: rounding must not ask for a star more.
TEST(LagrangianRadii, RoundingDoesNotMoveThem) {
  for (const std::size_t n : {100u, 300u, 700u, 1100u, 100000u}) {
    std::vector<double> x(n), mass(n, 1 / static_cast<double>(n));
    for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<double>(i + 1);
    const Radii radii = lagrangian_radii(on_the_x_axis(x, mass).view(), {});
    for (std::size_t p = 0; p < radii.size(); ++p) {
      EXPECT_EQ(radii[p], static_cast<double>(n / 100) * lagrangian_percents[p]) << n;
    }
  }
}

TEST(LagrangianRadii, FewStarsAndTracers) {
  EXPECT_EQ(lagrangian_radii(Stars{}, {}), Radii{});
  EXPECT_EQ(lagrangian_radii(on_the_x_axis({5}, {1}).view(), {5, 0, 0}), Radii{});
  EXPECT_EQ(lagrangian_radii(on_the_x_axis({-1, 2}, {1, 1}).view(), {}), (Radii{1, 1, 1, 1, 1, 1, 2, 2}));
  EXPECT_EQ(lagrangian_radii(on_the_x_axis({1, 2, 3}, {1, 1, 1}).view(), {}), (Radii{1, 1, 1, 1, 1, 2, 3, 3}));
  // Tracers among the stars count nothing, tracers alone count each the same.
  EXPECT_EQ(lagrangian_radii(on_the_x_axis({1, 2, 3, 9}, {0, 1, 1, 0}).view(), {}), (Radii{2, 2, 2, 2, 2, 2, 3, 3}));
  EXPECT_EQ(lagrangian_radii(on_the_x_axis({1, 2, 3, 9}, {0, 0, 0, 0}).view(), {}), (Radii{1, 1, 1, 1, 1, 2, 3, 9}));
}

TEST(LagrangianRadii, OfAPlummerSphereAreTheAnalyticOnes) {
  constexpr double n = 100000, cut = 20;
  const StarsBuffer stars = draw_plummer({.n = 100000, .seed = 21, .cut_radius = cut});
  const Radii radii = lagrangian_radii(stars.view(), {});
  const auto mass_within = [](double r) { return std::pow(1 + 1 / (r * r), -1.5); };
  for (std::size_t p = 0; p < radii.size(); ++p) {
    const double part = lagrangian_percents[p] / 100;
    // The analytic mass inside the radius found scatters as the number of stars inside it does.
    EXPECT_NEAR(mass_within(radii[p]) / mass_within(cut), part, 3 * std::sqrt(part * (1 - part) / n));
  }
}

}  // namespace
}  // namespace tucana
