#include <gtest/gtest.h>

#include "tests/integrators/hermite4_fixture.h"

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
double phase_error(double eccentricity, double step) {
  const StarsBuffer start = kepler_pair(eccentricity);
  Hermite4Run run(fixed(step));
  run.integrator.start(start.view());
  run.step_to(1);
  const StarsBuffer end = run.stars_at(1);
  const Vec3 shift = (end.position[0] - end.position[1]) - (start.position[0] - start.position[1]);
  const Vec3 along = start.velocity[0] - start.velocity[1];
  return std::abs(dot(shift, along)) / norm(along);
}

class KeplerOrder : public testing::TestWithParam<std::pair<double, double>> {};

TEST_P(KeplerOrder, PhaseErrorFallsWithTheFourthPowerOfTheStep) {
  const auto [eccentricity, step] = GetParam();
  const double coarse = phase_error(eccentricity, step);
  const double fine = phase_error(eccentricity, step / 2);
  const double order = std::log2(coarse / fine);
  RecordProperty("order", std::to_string(order));
  EXPECT_NEAR(order, 4, 0.2) << coarse << " " << fine;
}

INSTANTIATE_TEST_SUITE_P(Eccentricities, KeplerOrder,
                         testing::Values(std::pair{0.0, 0x1p-9}, std::pair{0.5, 0x1p-10}, std::pair{0.9, 0x1p-14}));

/// Energy and angular momentum after 10 orbits with block steps; the pair is released at apocentre.
struct Drift {
  double energy, angular_momentum, momentum, steps;
};
Drift drift_with_block_steps(double eccentricity, double eta, double mass_ratio = 1) {
  const StarsBuffer start = kepler_pair(eccentricity, mass_ratio);
  HermiteOptions options;
  options.eta = eta;
  Hermite4Run run(options);
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
  const Drift coarse = drift_with_block_steps(GetParam(), 0.02);
  const Drift fine = drift_with_block_steps(GetParam(), 0.02 / 16);
  RecordProperty("energy_error_eta_0.02", std::to_string(coarse.energy));
  EXPECT_LT(coarse.energy, 2e-2);
  const double power = std::log(coarse.energy / fine.energy) / std::log(16.0);
  EXPECT_GT(power, 1.8) << coarse.energy << " " << fine.energy;
  EXPECT_LT(power, 3.2) << coarse.energy << " " << fine.energy;
  EXPECT_LT(fine.angular_momentum, coarse.angular_momentum / 200);
  EXPECT_NEAR(fine.steps / coarse.steps, 4, 1);
  EXPECT_LT(coarse.momentum, 1e-10) << "equal bodies step together";
}

INSTANTIATE_TEST_SUITE_P(Eccentricities, KeplerBlock, testing::Values(0.0, 0.5, 0.9));

// Kepler orbit of e = 0.5 with 128 equal steps an orbit: repeating evaluate and correct makes the scheme
// nearly time-symmetric, and the energy drift goes (by 1e3 and more a pass, Kokubo, Yoshinaga & Makino 1998).
TEST(Hermite4Iterated, LosesItsEnergyDrift) {
  const StarsBuffer start = kepler_pair(0.5);
  std::vector<double> drift;
  for (int iterations = 1; iterations <= 3; ++iterations) {
    Hermite4Run run(fixed(0x1p-7, iterations));
    run.integrator.start(start.view());
    run.step_to(4);
    drift.push_back(std::abs(energy_of(run.stars_at(4)) / energy_of(start) - 1));
    EXPECT_EQ(run.integrator.counts().interactions, 2u + 2u * 512u * static_cast<unsigned>(iterations));
  }
  EXPECT_GT(drift[0], 1e-5);
  EXPECT_LT(drift[1], 1e-2 * drift[0]);
  EXPECT_LT(drift[2], 1e-1 * drift[1]);
}

// A step criterion that mistakes a component gives orbits in other planes another number of steps.
TEST(Hermite4, StepsDoNotDependOnThePlaneOfTheOrbit) {
  const StarsBuffer xy = kepler_pair(0.7);
  std::vector<std::uint64_t> steps;
  for (int turn = 0; turn < 3; ++turn) {
    StarsBuffer turned = xy;
    for (auto* column : {&turned.position, &turned.velocity}) {
      for (Vec3& a : *column) {
        for (int k = 0; k < turn; ++k) a = {a.z, a.x, a.y};
      }
    }
    Hermite4Run run({});
    run.integrator.start(turned.view());
    run.step_to(2);
    steps.push_back(run.integrator.counts().steps);
  }
  EXPECT_NEAR(static_cast<double>(steps[1]), static_cast<double>(steps[0]), 4);
  EXPECT_NEAR(static_cast<double>(steps[2]), static_cast<double>(steps[0]), 4);
}

TEST(Hermite4, SharedStepsKeepAllBodiesTogetherAndConserveEnergy) {
  StarsBuffer stars = kepler_pair(0.3);
  stars.resize(3);
  stars.number_from_one();
  stars.mass[2] = 1e-3;
  stars.position[2] = {6, 0, 0};
  stars.velocity[2] = {0, 2.5, 0};
  HermiteOptions options;
  options.steps = StepRule::shared;
  Hermite4Run run(options);
  run.integrator.start(stars.view());
  while (run.integrator.next() <= Tick::nearest(1)) {
    run.integrator.step();
    const auto& times = run.integrator.bodies().time;
    ASSERT_TRUE(std::all_of(times.begin(), times.end(), [&](Tick t) { return t == run.integrator.now(); }));
  }
  EXPECT_NEAR(energy_of(run.stars_at(run.integrator.now().units())) / energy_of(stars), 1, 1e-4);
  EXPECT_EQ(run.integrator.counts().steps, 3 * run.integrator.counts().blocks);
}

TEST(Hermite4, VelocityLimitMakesStepsShorter) {
  const StarsBuffer start = kepler_pair(0);
  const auto steps = [&](double limit) {
    HermiteOptions options;
    options.velocity_limit = limit;
    Hermite4Run run(options);
    run.integrator.start(start.view());
    run.step_to(4);
    return run.integrator.counts().steps;
  };
  EXPECT_GT(steps(1e-5), 3 * steps(0) / 2);
}

}  // namespace
}  // namespace tucana
