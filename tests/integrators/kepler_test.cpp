#include <gtest/gtest.h>

#include "tests/integrators/kinds.h"

namespace tucana {
namespace {

/// How far along its track the pair is from where it should be after one period.
double phase_error(const IntegratorKindCase& kind, double eccentricity, double step) {
  const StarsBuffer start = kepler_pair(eccentricity);
  KindRun run(kind, kind.fixed(step));
  run.integrator.start(start.view());
  run.step_to(1);
  const StarsBuffer end = run.stars_at(1);
  const Vec3 shift = (end.position[0] - end.position[1]) - (start.position[0] - start.position[1]);
  const Vec3 along = start.velocity[0] - start.velocity[1];
  return std::abs(dot(shift, along)) / norm(along);
}

struct OrderCase {
  IntegratorKindCase kind;
  double eccentricity, step;
  double tolerance = 0.2;
};
class KeplerOrder : public testing::TestWithParam<OrderCase> {};

TEST_P(KeplerOrder, PhaseErrorFallsWithThePowerOfTheStep) {
  const auto& [kind, eccentricity, step, tolerance] = GetParam();
  const double coarse = phase_error(kind, eccentricity, step);
  const double fine = phase_error(kind, eccentricity, step / 2);
  const double measured = std::log2(coarse / fine);
  RecordProperty("order", std::to_string(measured));
  EXPECT_NEAR(measured, kind.order, tolerance) << coarse << " " << fine;
}

/// On a circle and on two ellipses, with steps for each that are short enough for the order to show.
auto order_cases(const std::string& name, double circle, double ellipse, double narrow, double tolerance) {
  const IntegratorKindCase kind = integrator_kind(name);
  return testing::Values(OrderCase{kind, 0.0, circle, tolerance}, OrderCase{kind, 0.5, ellipse, tolerance},
                         OrderCase{kind, 0.9, narrow, tolerance});
}
INSTANTIATE_TEST_SUITE_P(Leapfrog, KeplerOrder, order_cases("leapfrog", 0x1p-8, 0x1p-10, 0x1p-15, 0.1));
INSTANTIATE_TEST_SUITE_P(Hermite4, KeplerOrder, order_cases("hermite4", 0x1p-9, 0x1p-10, 0x1p-14, 0.2));
INSTANTIATE_TEST_SUITE_P(Hermite6, KeplerOrder, order_cases("hermite6", 0x1p-7, 0x1p-8, 0x1p-13, 0.3));
INSTANTIATE_TEST_SUITE_P(AhmadCohen, KeplerOrder, order_cases("ahmad_cohen", 0x1p-7, 0x1p-8, 0x1p-12, 0.2));

/// Energy and angular momentum after 10 orbits with block steps; the pair is released at apocentre.
struct Drift {
  double energy, angular_momentum, momentum, steps;
};
Drift drift_with_block_steps(const IntegratorKindCase& kind, double eccentricity, double eta) {
  const StarsBuffer start = kepler_pair(eccentricity);
  KindRun run(kind, kind.with_eta(eta));
  run.integrator.start(start.view());
  run.step_to(10);
  const StarsBuffer end = run.stars_at(10);
  const double e0 = energy_of(start), l0 = norm(angular_momentum_of(start));
  return {std::abs(energy_of(end) / e0 - 1), norm(angular_momentum_of(end) - angular_momentum_of(start)) / l0,
          norm(momentum_of(end)), static_cast<double>(run.integrator.counts().steps)};
}

class FourthOrderBlocks : public testing::TestWithParam<std::tuple<std::string, double>> {};

// The criterion gives steps ~ eta^1/2, so a 4th-order scheme has errors ~ eta^2 to eta^2.5.
TEST_P(FourthOrderBlocks, ErrorsFallWithEta) {
  const IntegratorKindCase kind = integrator_kind(std::get<0>(GetParam()));
  const double eccentricity = std::get<1>(GetParam());
  const Drift coarse = drift_with_block_steps(kind, eccentricity, 0.02);
  const Drift fine = drift_with_block_steps(kind, eccentricity, 0.02 / 16);
  RecordProperty("energy_error_eta_0.02", std::to_string(coarse.energy));
  EXPECT_LT(coarse.energy, 2e-2);
  const double power = std::log(coarse.energy / fine.energy) / std::log(16.0);
  EXPECT_GT(power, 1.8) << coarse.energy << " " << fine.energy;
  EXPECT_LT(power, 3.2) << coarse.energy << " " << fine.energy;
  EXPECT_LT(fine.angular_momentum, coarse.angular_momentum / 200);
  EXPECT_NEAR(fine.steps / coarse.steps, 4, 1);
  EXPECT_LT(coarse.momentum, 1e-10) << "equal bodies step together";
}

INSTANTIATE_TEST_SUITE_P(Eccentricities, FourthOrderBlocks,
                         testing::Combine(testing::Values("hermite4", "ahmad_cohen"), testing::Values(0.0, 0.5, 0.9)));

class SixthOrderBlocks : public testing::TestWithParam<double> {};

// The criterion of the 6th-order scheme gives steps in proportion to eta, and so errors that fall as eta^6 and faster.
TEST_P(SixthOrderBlocks, ErrorsFallWithTheSixthPowerOfEta) {
  const Drift coarse = drift_with_block_steps(integrator_kind("hermite6"), GetParam(), 0.4);
  const Drift fine = drift_with_block_steps(integrator_kind("hermite6"), GetParam(), 0.1);
  RecordProperty("energy_error_eta_0.4", std::to_string(coarse.energy));
  EXPECT_LT(coarse.energy, 1e-4);
  const double power = std::log(coarse.energy / fine.energy) / std::log(4.0);
  // On a circle steps of eta = 0.1 lie at a power of two, half of them above, so that the power comes out smaller.
  EXPECT_GT(power, GetParam() == 0 ? 4 : 5.5) << coarse.energy << " " << fine.energy;
  EXPECT_LT(power, 8.5) << coarse.energy << " " << fine.energy;
  EXPECT_LT(fine.angular_momentum, coarse.angular_momentum / 50);
  EXPECT_NEAR(fine.steps / coarse.steps, 4, GetParam() == 0 ? 1.5 : 0.5);
}

INSTANTIATE_TEST_SUITE_P(Eccentricities, SixthOrderBlocks, testing::Values(0.0, 0.5, 0.9));

// Kepler orbit of e = 0.5 with 128 (or, in the 6th order, 64) equal steps an orbit: repeating evaluate and correct
// makes the scheme nearly time-symmetric, and the energy drift goes (by 1e3 and more a pass, Kokubo, Yoshinaga & Makino
// 1998).
class HermiteIterated : public testing::TestWithParam<IntegratorKindCase> {};

TEST_P(HermiteIterated, LosesItsEnergyDrift) {
  const StarsBuffer start = kepler_pair(0.5);
  std::vector<double> drift;
  const int steps = GetParam().order == 4 ? 128 : 64;
  for (int iterations = 1; iterations <= 3; ++iterations) {
    HermiteOptions options = GetParam().fixed(1.0 / steps);
    options.iterations = iterations;
    KindRun run(GetParam(), options);
    run.integrator.start(start.view());
    run.step_to(4);
    drift.push_back(std::abs(energy_of(run.stars_at(4)) / energy_of(start) - 1));
    // The first forces take one pass, and a second one for the snap.
    const unsigned first_passes = GetParam().order == 4 ? 1 : 2;
    EXPECT_EQ(run.integrator.counts().interactions,
              2u * (first_passes + 4u * static_cast<unsigned>(steps * iterations)));
  }
  EXPECT_GT(drift[0], 1e-5);
  EXPECT_LT(drift[1], 1e-2 * drift[0]);
  EXPECT_LT(drift[2], 1e-1 * drift[1]);
}

// The neighbour scheme and the leap-frog evaluate and correct once.
INSTANTIATE_TEST_SUITE_P(Integrators, HermiteIterated,
                         testing::ValuesIn(integrator_kinds_but({"ahmad_cohen", "leapfrog"})), name_of_kind);

class Steps : public testing::TestWithParam<IntegratorKindCase> {};

// A step criterion that mistakes a component gives orbits in other planes another number of steps.
TEST_P(Steps, DoNotDependOnThePlaneOfTheOrbit) {
  const StarsBuffer xy = kepler_pair(0.7);
  std::vector<std::uint64_t> steps;
  for (int turn = 0; turn < 3; ++turn) {
    StarsBuffer turned = xy;
    for (auto* column : {&turned.position, &turned.velocity}) {
      for (Vec3& a : *column) {
        for (int k = 0; k < turn; ++k) a = {a.z, a.x, a.y};
      }
    }
    KindRun run(GetParam());
    run.integrator.start(turned.view());
    run.step_to(2);
    steps.push_back(run.integrator.counts().steps);
  }
  EXPECT_NEAR(static_cast<double>(steps[1]), static_cast<double>(steps[0]), 4);
  EXPECT_NEAR(static_cast<double>(steps[2]), static_cast<double>(steps[0]), 4);
}

INSTANTIATE_TEST_SUITE_P(Integrators, Steps, testing::ValuesIn(all_integrator_kinds()), name_of_kind);

class SharedSteps : public testing::TestWithParam<IntegratorKindCase> {};

TEST_P(SharedSteps, KeepAllBodiesTogetherAndConserveEnergy) {
  StarsBuffer stars = kepler_pair(0.3);
  stars.resize(3);
  stars.number_from_one();
  stars.mass[2] = 1e-3;
  stars.position[2] = {6, 0, 0};
  stars.velocity[2] = {0, 2.5, 0};
  HermiteOptions options = GetParam().options;
  options.steps = StepRule::shared;
  KindRun run(GetParam(), options);
  run.integrator.start(stars.view());
  while (run.integrator.next() <= Tick::nearest(1)) {
    run.integrator.step();
    ASSERT_EQ(run.integrator.counts().steps, 3 * run.integrator.counts().blocks);
  }
  const double eps2 = options.law.eps2;
  const double end = energy_of(run.stars_at(run.integrator.now().units()), eps2);
  EXPECT_NEAR(end / energy_of(stars, eps2), 1, GetParam().order == 2 ? 1e-3 : 1e-4);
}

// Regular and irregular steps are never those of all bodies.
INSTANTIATE_TEST_SUITE_P(Integrators, SharedSteps, testing::ValuesIn(integrator_kinds_but({"ahmad_cohen"})),
                         name_of_kind);

class VelocityLimit : public testing::TestWithParam<IntegratorKindCase> {};

TEST_P(VelocityLimit, MakesStepsShorter) {
  const StarsBuffer start = kepler_pair(0);
  const auto steps = [&](double limit) {
    HermiteOptions options = GetParam().options;
    options.velocity_limit = limit;
    KindRun run(GetParam(), options);
    run.integrator.start(start.view());
    run.step_to(4);
    return run.integrator.counts().steps;
  };
  EXPECT_GT(steps(1e-5), 3 * steps(0) / 2);
}

// The leap-frog has none.
INSTANTIATE_TEST_SUITE_P(Integrators, VelocityLimit, testing::ValuesIn(integrator_kinds_but({"leapfrog"})),
                         name_of_kind);

}  // namespace
}  // namespace tucana
