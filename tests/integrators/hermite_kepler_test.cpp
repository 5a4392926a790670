#include <gtest/gtest.h>

#include "tests/integrators/hermite_fixture.h"

namespace tucana {
namespace {

HermiteOptions fixed(double step, int iterations = 1) {
  HermiteOptions options;
  options.steps = StepRule::fixed;
  options.fixed_step = step;
  options.iterations = iterations;
  return options;
}

/// How far along its track the pair is from where it should be after one period.
double phase_error(int order, double eccentricity, double step) {
  const StarsBuffer start = kepler_pair(eccentricity);
  HermiteRun run(order, fixed(step));
  run.integrator.start(start.view());
  run.step_to(1);
  const StarsBuffer end = run.stars_at(1);
  const Vec3 shift = (end.position[0] - end.position[1]) - (start.position[0] - start.position[1]);
  const Vec3 along = start.velocity[0] - start.velocity[1];
  return std::abs(dot(shift, along)) / norm(along);
}

struct OrderCase {
  int order;
  double eccentricity, step, tolerance;
};
class KeplerOrder : public testing::TestWithParam<OrderCase> {};

TEST_P(KeplerOrder, PhaseErrorFallsWithThePowerOfTheStep) {
  const auto [order, eccentricity, step, tolerance] = GetParam();
  const double coarse = phase_error(order, eccentricity, step);
  const double fine = phase_error(order, eccentricity, step / 2);
  const double measured = std::log2(coarse / fine);
  RecordProperty("order", std::to_string(measured));
  EXPECT_NEAR(measured, order, tolerance) << coarse << " " << fine;
}

INSTANTIATE_TEST_SUITE_P(Second, KeplerOrder,
                         testing::Values(OrderCase{2, 0.0, 0x1p-8, 0.1}, OrderCase{2, 0.5, 0x1p-10, 0.1},
                                         OrderCase{2, 0.9, 0x1p-15, 0.1}));
INSTANTIATE_TEST_SUITE_P(Fourth, KeplerOrder,
                         testing::Values(OrderCase{4, 0.0, 0x1p-9, 0.2}, OrderCase{4, 0.5, 0x1p-10, 0.2},
                                         OrderCase{4, 0.9, 0x1p-14, 0.2}));
INSTANTIATE_TEST_SUITE_P(Sixth, KeplerOrder,
                         testing::Values(OrderCase{6, 0.0, 0x1p-7, 0.3}, OrderCase{6, 0.5, 0x1p-8, 0.3},
                                         OrderCase{6, 0.9, 0x1p-13, 0.3}));

/// Energy and angular momentum after 10 orbits with block steps; the pair is released at apocentre.
struct Drift {
  double energy, angular_momentum, momentum, steps;
};
Drift drift_with_block_steps(int order, double eccentricity, double eta, double mass_ratio = 1) {
  const StarsBuffer start = kepler_pair(eccentricity, mass_ratio);
  HermiteOptions options;
  options.eta = eta;
  HermiteRun run(order, options);
  run.integrator.start(start.view());
  run.step_to(10);
  const StarsBuffer end = run.stars_at(10);
  const double e0 = energy_of(start), l0 = norm(angular_momentum_of(start));
  return {std::abs(energy_of(end) / e0 - 1), norm(angular_momentum_of(end) - angular_momentum_of(start)) / l0,
          norm(momentum_of(end)), static_cast<double>(run.integrator.counts().steps)};
}

class KeplerBlock : public testing::TestWithParam<double> {};

// The criterion gives steps ~ eta^1/2, so a 4th-order scheme has errors ~ eta^2 to eta^2.5.
TEST_P(KeplerBlock, ErrorsFallWithEta) {
  const Drift coarse = drift_with_block_steps(4, GetParam(), 0.02);
  const Drift fine = drift_with_block_steps(4, GetParam(), 0.02 / 16);
  RecordProperty("energy_error_eta_0.02", std::to_string(coarse.energy));
  EXPECT_LT(coarse.energy, 2e-2);
  const double power = std::log(coarse.energy / fine.energy) / std::log(16.0);
  EXPECT_GT(power, 1.8) << coarse.energy << " " << fine.energy;
  EXPECT_LT(power, 3.2) << coarse.energy << " " << fine.energy;
  EXPECT_LT(fine.angular_momentum, coarse.angular_momentum / 200);
  EXPECT_NEAR(fine.steps / coarse.steps, 4, 1);
  EXPECT_LT(coarse.momentum, 1e-10) << "equal bodies step together";
}

// The criterion of the 6th-order scheme gives steps in proportion to eta, and so errors that fall as eta^6 and faster.
TEST_P(KeplerBlock, ErrorsOfTheSixthOrderFallWithTheSixthPowerOfEta) {
  const Drift coarse = drift_with_block_steps(6, GetParam(), 0.4);
  const Drift fine = drift_with_block_steps(6, GetParam(), 0.1);
  RecordProperty("energy_error_eta_0.4", std::to_string(coarse.energy));
  EXPECT_LT(coarse.energy, 1e-4);
  const double power = std::log(coarse.energy / fine.energy) / std::log(4.0);
  // On a circle steps of eta = 0.1 lie at a power of two, half of them above, so that the power comes out smaller.
  EXPECT_GT(power, GetParam() == 0 ? 4 : 5.5) << coarse.energy << " " << fine.energy;
  EXPECT_LT(power, 8.5) << coarse.energy << " " << fine.energy;
  EXPECT_LT(fine.angular_momentum, coarse.angular_momentum / 50);
  EXPECT_NEAR(fine.steps / coarse.steps, 4, GetParam() == 0 ? 1.5 : 0.5);
}

INSTANTIATE_TEST_SUITE_P(Eccentricities, KeplerBlock, testing::Values(0.0, 0.5, 0.9));

// Kepler orbit of e = 0.5 with 128 (or, in the 6th order, 64) equal steps an orbit: repeating evaluate and correct
// makes the scheme nearly time-symmetric, and the energy drift goes (by 1e3 and more a pass, Kokubo, Yoshinaga & Makino
// 1998).
class HermiteIterated : public testing::TestWithParam<int> {};

TEST_P(HermiteIterated, LosesItsEnergyDrift) {
  const StarsBuffer start = kepler_pair(0.5);
  std::vector<double> drift;
  const int steps = GetParam() == 4 ? 128 : 64;
  for (int iterations = 1; iterations <= 3; ++iterations) {
    HermiteRun run(GetParam(), fixed(1.0 / steps, iterations));
    run.integrator.start(start.view());
    run.step_to(4);
    drift.push_back(std::abs(energy_of(run.stars_at(4)) / energy_of(start) - 1));
    // The first forces take one pass, and a second one for the snap.
    const unsigned first_passes = GetParam() == 4 ? 1 : 2;
    EXPECT_EQ(run.integrator.counts().interactions,
              2u * (first_passes + 4u * static_cast<unsigned>(steps * iterations)));
  }
  EXPECT_GT(drift[0], 1e-5);
  EXPECT_LT(drift[1], 1e-2 * drift[0]);
  EXPECT_LT(drift[2], 1e-1 * drift[1]);
}

INSTANTIATE_TEST_SUITE_P(Orders, HermiteIterated, testing::Values(4, 6));

class HermiteSteps : public testing::TestWithParam<int> {};

// A step criterion that mistakes a component gives orbits in other planes another number of steps.
TEST_P(HermiteSteps, StepsDoNotDependOnThePlaneOfTheOrbit) {
  const StarsBuffer xy = kepler_pair(0.7);
  std::vector<std::uint64_t> steps;
  for (int turn = 0; turn < 3; ++turn) {
    StarsBuffer turned = xy;
    for (auto* column : {&turned.position, &turned.velocity}) {
      for (Vec3& a : *column) {
        for (int k = 0; k < turn; ++k) a = {a.z, a.x, a.y};
      }
    }
    HermiteRun run(GetParam(), hermite_options(GetParam()));
    run.integrator.start(turned.view());
    run.step_to(2);
    steps.push_back(run.integrator.counts().steps);
  }
  EXPECT_NEAR(static_cast<double>(steps[1]), static_cast<double>(steps[0]), 4);
  EXPECT_NEAR(static_cast<double>(steps[2]), static_cast<double>(steps[0]), 4);
}

TEST_P(HermiteSteps, SharedStepsKeepAllBodiesTogetherAndConserveEnergy) {
  StarsBuffer stars = kepler_pair(0.3);
  stars.resize(3);
  stars.number_from_one();
  stars.mass[2] = 1e-3;
  stars.position[2] = {6, 0, 0};
  stars.velocity[2] = {0, 2.5, 0};
  HermiteOptions options = hermite_options(GetParam());
  options.steps = StepRule::shared;
  HermiteRun run(GetParam(), options);
  run.integrator.start(stars.view());
  while (run.integrator.next() <= Tick::nearest(1)) {
    run.integrator.step();
    ASSERT_EQ(run.integrator.counts().steps, 3 * run.integrator.counts().blocks);
  }
  EXPECT_NEAR(energy_of(run.stars_at(run.integrator.now().units())) / energy_of(stars), 1, 1e-4);
}

TEST_P(HermiteSteps, VelocityLimitMakesStepsShorter) {
  const StarsBuffer start = kepler_pair(0);
  const auto steps = [&](double limit) {
    HermiteOptions options = hermite_options(GetParam());
    options.velocity_limit = limit;
    HermiteRun run(GetParam(), options);
    run.integrator.start(start.view());
    run.step_to(4);
    return run.integrator.counts().steps;
  };
  EXPECT_GT(steps(1e-5), 3 * steps(0) / 2);
}

INSTANTIATE_TEST_SUITE_P(Orders, HermiteSteps, testing::Values(4, 6));

}  // namespace
}  // namespace tucana
