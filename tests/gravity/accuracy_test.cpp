#include <gtest/gtest.h>

#include <algorithm>

#include "tests/gravity/bodies.h"
#include "tests/gravity/engines.h"

namespace tucana::test {
namespace {

constexpr Tick when = Tick{(std::int64_t{17} << Tick::log2_per_unit) / 16};

/// Largest errors over all targets, relative to the sums of the sizes of the terms.
struct Errors {
  double acceleration = 0, jerk = 0, potential = 0;
};

Errors errors_of(ForceEngine& engine, const Bodies& bodies, double eps2) {
  const auto sources = make_sources(engine, bodies);
  auto targets = all_targets(bodies, when);
  engine.evaluate(*sources, when, targets.targets(), {eps2}, force_and_potential, targets.results()).wait();
  Errors errors;
  for (std::size_t t = 0; t < targets.size(); t += 5) {
    const auto exact = exact_force(bodies, when, targets.slot[t], {targets.position[t], targets.velocity[t]}, eps2);
    const auto worst = [](double& e, double now) { e = now <= e ? e : now; };  // a NaN stays
    worst(errors.acceleration, norm(targets.acceleration[t] - exact.acceleration) / exact.acceleration_scale);
    worst(errors.jerk, norm(targets.jerk[t] - exact.jerk) / exact.jerk_scale);
    worst(errors.potential, std::abs(targets.potential[t] - exact.potential) / std::abs(exact.potential));
  }
  return errors;
}

class Accuracy : public EngineTest {};

TEST_P(Accuracy, ForceAgreesWithLongDouble) {
  // Bounds from both sides: what is too good would not be the arithmetic that was asked for.
  Bodies bodies = make_bodies(600);
  // A close pair: floats lose here what two floats keep.
  bodies.position[0] = {0.7, 0.3, -0.4};
  bodies.position[5] = bodies.position[0] + Vec3{1.234567e-3, 0, 0};
  bodies.time[0] = bodies.time[5] = when;
  bodies.mass[0] = bodies.mass[5] = 0.1;
  for (const double eps2 : {0.0, 1e-6}) {
    const Errors e = errors_of(*engine_, bodies, eps2);
    switch (GetParam().precision) {
      case Precision::fp64:
        EXPECT_LT(e.acceleration, 1e-14);
        EXPECT_LT(e.jerk, 1e-13);
        EXPECT_LT(e.potential, 2e-15);
        EXPECT_GT(e.acceleration, 1e-17);
        break;
      case Precision::two_float:
        EXPECT_LT(e.acceleration, 1e-6);
        EXPECT_LT(e.jerk, 2e-6);
        EXPECT_LT(e.potential, 4e-7);
        EXPECT_GT(e.acceleration, 1e-8);
        break;
      case Precision::fp32:
        EXPECT_LT(e.acceleration, 1e-3);
        EXPECT_LT(e.potential, 1e-3);
        EXPECT_GT(e.acceleration, 2e-6) << "float positions lose digits in close pairs";
        break;
    }
    if (testing::Test::HasFailure()) ADD_FAILURE() << e.acceleration << ' ' << e.jerk << ' ' << e.potential;
  }
}

TEST_P(Accuracy, PotentialAloneAgreesWithTheForceKernel) {
  const Bodies bodies = make_bodies(700, 2);
  const auto sources = make_sources(*engine_, bodies);
  auto both = all_targets(bodies, when), alone = both;
  engine_->evaluate(*sources, when, both.targets(), {1e-6}, force_and_potential, both.results()).wait();
  alone.velocity.clear();
  engine_->evaluate(*sources, when, alone.targets(), {1e-6}, {false, true, false, false}, alone.results()).wait();
  for (std::size_t t = 0; t < alone.size(); ++t)
    EXPECT_NEAR(alone.potential[t] / both.potential[t], 1, is_float() ? 4e-7 : 4e-15);
}

INSTANTIATE_TEST_SUITE_P(Engines, Accuracy, testing::ValuesIn(all_engines()), engine_name);

}  // namespace
}  // namespace tucana::test
