#include "tucana/analysis/cluster_core.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tucana/core/random.h"
#include "tucana/models/plummer.h"
#include "tucana/parallel/thread_pool.h"

namespace tucana {
namespace {

StarsBuffer equal_stars(const std::vector<Vec3>& position) {
  StarsBuffer stars;
  stars.resize(position.size());
  stars.number_from_one();
  stars.position = position;
  for (double& m : stars.mass) m = 1;
  return stars;
}

void expect_finite(const ClusterCore& core) {
  EXPECT_TRUE(is_finite(core.density_centre));
  for (const double x : {core.core_radius, core.density_radius, core.core_density}) {
    EXPECT_TRUE(std::isfinite(x) && x >= 0) << x;
  }
}

TEST(LocalDensities, CountTheMassInsideTheSixthNeighbour) {
  // Star 0 at the origin, others at 1 .. 8 on the axis with masses 1, 2, 4, ...: inside 6 lie 1 + 2 + 4 + 8 + 16.
  std::vector<Vec3> position;
  for (int i = 0; i <= 8; ++i) position.push_back({0, 0, static_cast<double>(i)});
  StarsBuffer stars = equal_stars(position);
  for (int i = 1; i <= 8; ++i) stars.mass[static_cast<std::size_t>(i)] = std::ldexp(1, i - 1);
  SerialWorkers workers;
  EXPECT_DOUBLE_EQ(local_densities(stars.view(), workers)[0], 31 / (4 * std::numbers::pi / 3 * 216));
}

TEST(LocalDensities, AreUnbiasedInAUniformCube) {
  std::vector<Vec3> position;
  for (std::size_t i = 0; i < 50000; ++i) {
    RandomStream random(2, RandomUse::test, i);
    position.push_back({random.uniform(), random.uniform(), random.uniform()});
  }
  ThreadPool workers(2);
  const std::vector<double> density = local_densities(equal_stars(position).view(), workers);
  double sum = 0, count = 0;
  for (std::size_t i = 0; i < position.size(); ++i) {
    const auto inside = [](double x) { return x > 0.1 && x < 0.9; };
    if (inside(position[i].x) && inside(position[i].y) && inside(position[i].z)) sum += density[i], ++count;
  }
  // One estimate scatters by 1/2 of itself; those of neighbours are correlated, by some ten stars each.
  EXPECT_NEAR(sum / count / 50000, 1, 4 * 0.5 / std::sqrt(count / 10));
}

TEST(ClusterCore, OfAPlummerSphereHasTheKnownSize) {
  // With rho = (1 + r^2)^(-5/2): density radius B(2, 3) / B(3/2, 7/2), core radius sqrt(B(5/2, 5) / B(3/2, 6)),
  // core density 5/4 (noise of the estimator) rho_0 B(3/2, 6) / B(3/2, 7/2).
  const StarsBuffer stars = draw_plummer({.n = 50000, .seed = 31});
  ThreadPool workers(2);
  const ClusterCore core = find_core(stars.view(), workers);
  EXPECT_NEAR(core.density_radius, 0.6791, 0.01);
  EXPECT_NEAR(core.core_radius, std::sqrt(0.3), 0.01);
  EXPECT_NEAR(core.core_density, 1.25 * 0.4631 * 3 / (4 * std::numbers::pi), 0.01);
  EXPECT_LT(norm(core.density_centre), 0.02);
  // Analytic: the mass inside 0.5477 is 0.1109.
  EXPECT_NEAR(static_cast<double>(core.core_count) / 50000, 0.1109, 0.006);
}

TEST(ClusterCore, FindsAShiftedClusterAmongFieldStars) {
  StarsBuffer stars = draw_plummer({.n = 3000, .seed = 32});
  const Vec3 shift{100, -50, 25};
  for (std::size_t i = 0; i < stars.size(); ++i) {
    RandomStream random(4, RandomUse::test, i);
    // One in five is a field star on one side, which moves the centre of mass by ten scale radii.
    const Vec3 field{100 * random.uniform(), 100 * random.uniform(), 100 * random.uniform()};
    stars.position[i] = i % 5 == 0 ? shift + field : shift + stars.position[i];
  }
  SerialWorkers workers;
  const ClusterCore core = find_core(stars.view(), workers);
  EXPECT_LT(norm(core.density_centre - shift), 0.1);
  EXPECT_NEAR(core.core_radius, 0.55, 0.1);
}

TEST(ClusterCore, SameBitsForAnyNumberOfThreads) {
  const StarsBuffer stars = draw_plummer({.n = 5000, .seed = 33});
  ThreadPool one(1);
  const ClusterCore expected = find_core(stars.view(), one);
  for (const int threads : {2, 3}) {
    ThreadPool workers(threads);
    const ClusterCore core = find_core(stars.view(), workers);
    EXPECT_EQ(core.density_centre, expected.density_centre);
    EXPECT_EQ(core.core_radius, expected.core_radius);
    EXPECT_EQ(core.density_radius, expected.density_radius);
    EXPECT_EQ(core.core_density, expected.core_density);
    EXPECT_EQ(core.core_count, expected.core_count);
  }
}

TEST(ClusterCore, FewStarsGiveTheDocumentedValues) {
  SerialWorkers workers;
  const ClusterCore none = find_core(Stars{}, workers);
  EXPECT_EQ(none.core_count, 0u);
  expect_finite(none);

  const ClusterCore one = find_core(equal_stars({{1, 2, 3}}).view(), workers);
  EXPECT_EQ(one.density_centre, (Vec3{1, 2, 3}));
  EXPECT_EQ(one.core_radius, 0);
  EXPECT_EQ(one.core_density, 0);
  EXPECT_EQ(one.core_count, 1u);

  const ClusterCore two = find_core(equal_stars({{1, 0, 0}, {3, 0, 0}}).view(), workers);
  EXPECT_EQ(two.density_centre, (Vec3{2, 0, 0}));
  EXPECT_EQ(two.core_radius, 0);
  EXPECT_EQ(two.core_count, 0u);

  std::vector<Vec3> position{{0, 0, 0}, {1, 0, 0}, {0, 2, 0}};
  for (int n = 3; n <= 8; ++n, position.push_back({0, 0, static_cast<double>(n)})) {
    const ClusterCore core = find_core(equal_stars(position).view(), workers);
    expect_finite(core);
    EXPECT_GT(core.core_radius, 0);
    EXPECT_GT(core.core_density, 0);
    EXPECT_GE(core.core_count, 1u);
  }
}

TEST(ClusterCore, CoincidentStarsAndTracersGiveFiniteValues) {
  SerialWorkers workers;
  std::vector<Vec3> position(20);
  const ClusterCore everything = find_core(equal_stars(position).view(), workers);
  expect_finite(everything);
  EXPECT_EQ(everything.core_count, 20u);
  EXPECT_EQ(everything.core_density, 0);

  for (std::size_t i = 8; i < 20; ++i) position[i] = {static_cast<double>(i), 1, 1};
  const ClusterCore some = find_core(equal_stars(position).view(), workers);
  expect_finite(some);
  EXPECT_LT(norm(some.density_centre), 1e-6) << "the eight at one place are the core";

  for (Vec3& x : position) x *= 1e-120;  // r^3 underflows
  expect_finite(find_core(equal_stars(position).view(), workers));

  StarsBuffer tracers = equal_stars({{0, 0, 0}, {1, 0, 0}, {5, 0, 0}, {6, 0, 0}});
  for (double& m : tracers.mass) m = 0;
  const ClusterCore massless = find_core(tracers.view(), workers);
  expect_finite(massless);
  EXPECT_EQ(massless.density_centre, (Vec3{3, 0, 0}));
}

}  // namespace
}  // namespace tucana
