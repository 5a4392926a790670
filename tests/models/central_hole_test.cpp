#include "tucana/models/cluster/central_hole.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/models/plain_engine.h"
#include "tucana/core/star_sums.h"
#include "tucana/gravity/potential_energy.h"
#include "tucana/models/cluster/centres.h"
#include "tucana/models/cluster/cluster_model.h"

namespace tucana {
namespace {

ClusterModel hole_model(double hole_msun) {
  ClusterModelOptions options;
  options.population.stars = 3000;
  options.black_hole_msun = hole_msun;
  testing_support::PlainEngine engine;
  SerialWorkers workers;
  return make_cluster(options, engine, workers);
}

TEST(CentralHole, IsTheLastBodyAtTheCentre) {
  const ClusterModel model = hole_model(300);
  const StarsBuffer& stars = model.stars;
  ASSERT_EQ(stars.size(), 3001U);
  EXPECT_EQ(stars.family.back(), Family::other);
  EXPECT_EQ(stars.family.front(), Family::star);
  EXPECT_NEAR(stars.mass.back(), 300.0 / 3300, 1e-15);
  EXPECT_NEAR(model.units.mass_msun, 3300, 1e-9);
  EXPECT_LT(norm(stars.position.back()), 0.05) << "but for the noise of the centre of mass";
  EXPECT_NEAR(total_mass(stars.view()), 1, 1e-14);
  testing_support::PlainEngine engine;
  EXPECT_NEAR(kinetic_energy(stars.view()) + potential_energy(stars.view(), {}, engine), -0.25, 1e-12);
}

/// Plummer's sphere with G = M = a = 1.
StarsBuffer sphere_of(std::size_t n) {
  const std::vector<double> masses(n, 1.0 / static_cast<double>(n));
  SerialWorkers workers;
  return draw_centres({}, 0, masses, 1, workers);
}

// The virial theorem for the hole alone: 2 T grows by what the hole attracts.
TEST(CentralHole, LeavesACloudInEquilibrium) {
  StarsBuffer stars = sphere_of(20000);
  const double before = kinetic_energy(stars.view()), hole = 0.05;
  double attraction = 0;
  for (std::size_t i = 0; i < stars.size(); ++i) attraction += stars.mass[i] * hole / norm(stars.position[i]);
  add_central_hole(stars, hole);
  EXPECT_NEAR(2 * (kinetic_energy(stars.view()) - before) / attraction, 1, 0.03);
}

// Within a core of constant density sigma^2 = m (1/r - 8/3) around a hole m, with the next order of Plummer's density,
// and 1/6 of the stars themselves.
TEST(CentralHole, MakesTheInnermostStarsAsFastAsItHoldsThem) {
  const double hole = 0.1;
  StarsBuffer stars = sphere_of(50000);
  add_central_hole(stars, hole);
  double found = 0, expected = 0, count = 0;
  for (std::size_t i = 0; i + 1 < stars.size(); ++i) {
    const double r = norm(stars.position[i]);
    if (r > 0.15) continue;
    found += norm2(stars.velocity[i]) / 3;
    expected += hole * (1 / r - 8.0 / 3) + 1.0 / 6;
    count += 1;
  }
  ASSERT_GT(count, 100);
  EXPECT_NEAR(found / expected, 1, 0.15);
}

}  // namespace
}  // namespace tucana
