#include "tucana/analysis/cluster_report.h"

#include <gtest/gtest.h>

#include "tests/models/plain_engine.h"
#include "tucana/models/plummer.h"
#include "tucana/parallel/thread_pool.h"

namespace tucana {
namespace {

using testing_support::PlainEngine;

TEST(ClusterReport, OfAPlummerModelHoldsTogether) {
  PlainEngine engine;
  ThreadPool workers(2);
  StarsBuffer stars = make_plummer({.n = 3000, .seed = 41}, engine);
  for (Vec3& x : stars.position) x += {10, 0, 0};
  const ClusterReport report = analyse(stars.view(), {}, engine, workers);
  EXPECT_EQ(report.n, 3000u);
  EXPECT_NEAR(report.mass, 1, 1e-15);
  EXPECT_NEAR(report.energy, -0.25, 1e-13);
  EXPECT_EQ(report.energy, report.energies.kinetic + report.energies.potential);
  EXPECT_NEAR(report.virial_ratio, 0.5, 1e-13);
  EXPECT_NEAR(report.centre_of_mass.position.x, 10, 1e-13);
  EXPECT_LT(norm(report.core.density_centre - Vec3{10, 0, 0}), 0.1);
  EXPECT_NEAR(report.core.core_radius, 0.323, 0.04);
  EXPECT_NEAR(report.lagrangian_radii[5], 0.769, 0.04);
  EXPECT_LT(norm(report.angular_momentum), 0.05);
  // The core is that of the Lagrangian radii's centre: as many stars inside as it says.
  const auto profile = mass_profile(stars.view(), report.core.density_centre);
  const double core_percent = 100 * static_cast<double>(report.core.core_count) / 3000;
  EXPECT_LE(lagrangian_radius(profile, core_percent), report.core.core_radius);
  EXPECT_GT(lagrangian_radius(profile, core_percent + 100.0 / 3000), report.core.core_radius);
}

TEST(ClusterReport, OfNothingAndOfOneStarIsFinite) {
  PlainEngine engine;
  SerialWorkers workers;
  EXPECT_EQ(analyse(Stars{}, {}, engine, workers).n, 0u);
  const ClusterReport one = analyse(make_plummer({.n = 1}, engine).view(), {}, engine, workers);
  EXPECT_EQ(one.energy, 0);
  EXPECT_EQ(one.virial_ratio, 0);
  EXPECT_EQ(one.core.core_count, 1u);
}

}  // namespace
}  // namespace tucana
