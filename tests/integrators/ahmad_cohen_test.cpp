// The neighbour scheme against the 6th-order scheme, against itself, and in ugly company.
#include <gtest/gtest.h>

#include "tests/integrators/neighbour_fixture.h"
#include "tucana/core/error.h"

namespace tucana {
namespace {

class NeighbourOrder : public testing::TestWithParam<std::tuple<int, ListRule>> {};

// With the regular force of the new list in the corrector it would be of first order, without a regular corrector of
// second.
TEST_P(NeighbourOrder, IsFourWithListsThatChange) {
  const StarsBuffer start = random_cloud(64, 9);
  HermiteOptions exact = hermite_options(6);
  exact.steps = StepRule::fixed;
  exact.fixed_step = 0x1p-9;
  exact.law.eps2 = soft_eps2;
  HermiteRun truth(6, exact);
  truth.integrator.start(start.view());
  truth.step_to(0.5);
  const auto error = [&](double step) {
    NeighbourOptions options = softened_neighbours();
    options.hermite.steps = StepRule::fixed;
    options.hermite.fixed_step = step;
    options.fixed_ratio = std::get<0>(GetParam());
    options.list_rule = std::get<1>(GetParam());
    options.wanted_neighbours = 10;
    NeighbourRun run(options, {.kind = "cpu", .precision = Precision::fp64});
    run.integrator.start(start.view());
    const auto first_lists = run.integrator.bodies().list;
    run.step_to(0.5);
    EXPECT_NE(run.integrator.bodies().list, first_lists) << "or nothing is shown";
    return distance(run.stars_at(0.5), truth.stars_at(0.5));
  };
  const double coarse = error(0x1p-6), fine = error(0x1p-7);
  EXPECT_NEAR(std::log2(coarse / fine), 4, 0.2) << coarse << " " << fine;
}

INSTANTIATE_TEST_SUITE_P(Ratios, NeighbourOrder,
                         testing::Combine(testing::Values(1, 4, 8),
                                          testing::Values(ListRule::distance, ListRule::end_points,
                                                          ListRule::segment)));

// At a time of a regular step of all, regular and irregular forces add up to the force of all.
TEST(AhmadCohen, ForcesOfBothPartsAreTheForceOfAll) {
  const StarsBuffer start = random_cloud(300, 1);
  NeighbourOptions options = softened_neighbours();
  options.hermite.steps = StepRule::fixed;
  options.hermite.fixed_step = 0x1p-6;
  NeighbourRun run(options);
  run.integrator.start(start.view());
  run.step_to(0x1p-4);
  const auto& bodies = run.integrator.bodies().row;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    ASSERT_EQ(bodies[i].regular_time, Tick::nearest(0x1p-4));
    Vec3 sum;
    for (std::size_t k = 0; k < bodies.size(); ++k) {
      if (k == i) continue;
      const Vec3 r = bodies[k].x - bodies[i].x;
      const double d2 = norm2(r) + soft_eps2;
      sum += bodies[k].mass / (d2 * std::sqrt(d2)) * r;
    }
    // Forces belong to predicted places, which differ from the corrected ones by the fourth order.
    EXPECT_NEAR(norm(bodies[i].irregular.a + bodies[i].regular.a - sum), 0, 1e-6 * norm(sum)) << i;
  }
}

TEST(AhmadCohen, ConservesEnergyAndStepsAsHermite4Does) {
  const StarsBuffer start = random_cloud(300, 2);
  for (const Precision precision : {Precision::fp64, Precision::two_float, Precision::fp32}) {
    NeighbourRun run(softened_neighbours(), {.kind = "cpu", .precision = precision}, 2);
    run.integrator.start(start.view());
    run.step_to(1);
    EXPECT_NEAR(energy_of(run.stars_at(1), soft_eps2) / energy_of(start, soft_eps2), 1, 5e-6) << name_of(precision);
    HermiteOptions plain = hermite_options(4);
    plain.law.eps2 = soft_eps2;
    HermiteRun hermite(4, plain);
    hermite.integrator.start(start.view());
    hermite.step_to(1);
    const auto steps = static_cast<double>(hermite.integrator.counts().steps);
    EXPECT_NEAR(static_cast<double>(run.integrator.counts().steps), steps, 0.2 * steps);
    EXPECT_LT(run.integrator.counts().interactions, hermite.integrator.counts().interactions);
  }
}

TEST(AhmadCohen, FewBodies) {
  for (const std::size_t n : {1, 2, 3, 5, 20}) {
    const StarsBuffer start = random_cloud(n, 3);
    NeighbourRun run(softened_neighbours());
    run.integrator.start(start.view());
    run.step_to(1);
    const double before = energy_of(start, soft_eps2);
    EXPECT_NEAR(energy_of(run.stars_at(1), soft_eps2), before, 1e-4 * std::abs(before)) << n;
  }
}

TEST(AhmadCohen, ABodyFarAwayAndAFastIntruder) {
  StarsBuffer stars = random_cloud(130, 4);
  stars.position[128] = {1000, 0, 0};  // alone: no neighbours within any sensible sphere
  stars.velocity[128] = {0, 0.01, 0};
  stars.position[129] = {-3, 0.05, 0.1};  // crosses the cluster
  stars.velocity[129] = {10, 0, 0};
  NeighbourRun run(softened_neighbours());
  run.integrator.start(stars.view());
  run.step_to(0.6);
  const StarsBuffer end = run.stars_at(0.6);
  EXPECT_NEAR(energy_of(end, soft_eps2) / energy_of(stars, soft_eps2), 1, 1e-5);
  EXPECT_GT(end.position[129].x, 2);
}

TEST(AhmadCohen, BitsDoNotDependOnThreadsLookersOrARestart) {
  const StarsBuffer start = random_cloud(500, 5);
  const EngineChoice choice{.kind = "cpu", .precision = Precision::fp32};
  NeighbourRun whole(softened_neighbours(), choice, 1);
  whole.integrator.start(start.view());
  for (int block = 0; block < 120; ++block) whole.integrator.step();
  NeighbourRun first(softened_neighbours(), choice, 3);
  first.integrator.start(start.view());
  for (int block = 0; block < 50; ++block) {
    first.integrator.step();
    StarsBuffer seen;
    first.integrator.peek({(first.integrator.now().n + first.integrator.next().n) / 2}, seen);
  }
  MemoryArchive checkpoint = first.saved();
  checkpoint.rewind();
  NeighbourRun second(softened_neighbours(), choice, 2);
  second.integrator.describe(checkpoint);
  for (int block = 50; block < 120; ++block) second.integrator.step();
  EXPECT_EQ(second.saved().first_difference(whole.saved()), "");
}

TEST(AhmadCohen, NamesCoincidentBodies) {
  const StarsBuffer stars = stars_of({1, 1, 1}, {{0, 0, 0}, {1, 2, 3}, {1, 2, 3}}, {{}, {}, {}});
  NeighbourRun run(NeighbourOptions{});
  try {
    run.integrator.start(stars.view());
    FAIL() << "no error";
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("stars 2 and 3 are at the same place"), std::string::npos) << e.what();
  }
}

}  // namespace
}  // namespace tucana
