// The snap against what it is the derivative of, and the prediction that it needs.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/gravity/bodies.h"
#include "tests/gravity/engines.h"
#include "tucana/core/error.h"

namespace tucana::test {
namespace {

class Snap : public EngineTest {
 protected:
  TargetsAndResults evaluate(const Bodies& bodies, Tick when, double eps2) {
    const auto sources = make_sources(*engine_, bodies);
    auto targets = all_targets(bodies, when);
    engine_->evaluate(*sources, when, targets.targets(), {eps2}, force_and_snap, targets.results()).wait();
    return targets;
  }
};

TEST_P(Snap, IsTheDerivativeOfTheJerkAlongThePredictedMotion) {
  const Bodies bodies = make_bodies_with_crackle(40, 31);
  const double eps2 = 0.01;
  // Wide enough that the rounding of float does not drown the difference.
  const Tick when = Tick::nearest(1.03125), h = Tick::nearest(0x1p-9);
  const auto now = evaluate(bodies, when, eps2);
  const auto at = [&](int steps) { return evaluate(bodies, Tick{when.n + steps * h.n}, eps2); };
  const auto before2 = at(-2), before = at(-1), after = at(1), after2 = at(2);
  double largest = 0, scale = 0;
  for (std::size_t t = 0; t < bodies.size(); ++t) {
    const Vec3 slope =
        1 / (12 * h.units()) * (8 * (after.jerk[t] - before.jerk[t]) - (after2.jerk[t] - before2.jerk[t]));
    largest = std::max(largest, norm(now.snap[t] - slope));
    scale = std::max(scale, norm(slope));
  }
  EXPECT_GT(scale, 1);
  EXPECT_LT(largest, (epsilon() < 1e-10 ? 2e-5 : 2e-3) * scale);
}

TEST_P(Snap, OfACircularOrbitIsTheAccelerationTurnedRound) {
  // Masses 3 and 1 at distance 2: omega^2 = 4 / 8, and every derivative of a vector turns it by 90 degrees.
  const double omega2 = 0.5, omega = std::sqrt(omega2);
  Bodies bodies;
  bodies.add(3, {0.5, 0, 0}, {0, 0.5 * omega, 0}, {-0.5 * omega2, 0, 0});
  bodies.add(1, {-1.5, 0, 0}, {0, -1.5 * omega, 0}, {1.5 * omega2, 0, 0});
  bodies.snap.assign(2, {});
  bodies.crackle.assign(2, {});
  const auto got = evaluate(bodies, {}, 0);
  for (std::size_t t : {0, 1}) {
    EXPECT_LT(norm(got.acceleration[t] - bodies.acceleration[t]), 8 * epsilon());
    EXPECT_LT(norm(got.jerk[t] + omega2 * bodies.velocity[t]), 8 * epsilon());
    EXPECT_LT(norm(got.snap[t] + omega2 * bodies.acceleration[t]), 16 * epsilon());
  }
}

class SnapOrder : public Snap {};

/// A body on a circle: the errors of its predicted place and acceleration fall with the powers of their series.
TEST_P(SnapOrder, PredictionHasTheOrderOfItsSeries) {
  Bodies bodies;
  bodies.add(1, {1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0});
  bodies.snap.assign(1, {1, 0, 0});
  bodies.crackle.assign(1, {0, 1, 0});
  const auto sources = make_sources(*engine_, bodies);
  const auto errors = [&](double t) {
    const auto turned = [t](double quarter) {
      const double angle = t + quarter * std::acos(0.0);
      return Vec3{std::cos(angle), std::sin(angle), 0};
    };
    Bodies exact;
    exact.add(1, turned(0), turned(1), turned(2));
    TargetsAndResults point;
    point.add(no_slot, {{3, 1, 0}, {}});
    engine_->evaluate(*sources, Tick::nearest(t), point.targets(), {}, force_and_snap, point.results()).wait();
    const auto expected = exact_force(exact, {}, no_slot, point.point(0), 0);
    return Errors{norm(point.acceleration[0] - expected.acceleration), norm(point.jerk[0] - expected.jerk), 0,
                  norm(point.snap[0] - expected.snap)};
  };
  const Errors wide = errors(0.25), half = errors(0.125);
  EXPECT_NEAR(std::log2(wide.acceleration / half.acceleration), 6, 0.5);
  EXPECT_NEAR(std::log2(wide.jerk / half.jerk), 5, 0.5);
  EXPECT_NEAR(std::log2(wide.snap / half.snap), 4, 0.5);
}

TEST_P(Snap, EmptyHigherDerivativesAreZero) {
  const Bodies plain = make_bodies(50, 15);
  Bodies zeros = plain;
  zeros.snap.assign(50, {});
  zeros.crackle.assign(50, {});
  const Tick when = Tick::nearest(1.5);
  const auto expected = evaluate(zeros, when, 0);
  // The rows had higher derivatives before.
  const auto sources = make_sources(*engine_, make_bodies_with_crackle(50, 15));
  sources->write(plain.slots(), plain.rows());
  auto got = all_targets(plain, when);
  engine_->evaluate(*sources, when, got.targets(), {}, force_and_snap, got.results()).wait();
  EXPECT_EQ(got.acceleration, expected.acceleration);
  EXPECT_EQ(got.snap, expected.snap);
}

TEST_P(Snap, HigherDerivativesMustBeFinite) {
  Bodies bodies = make_bodies_with_crackle(3);
  bodies.crackle[1].y = std::nan("");
  const auto sources = engine_->make_sources(Prediction::crackle);
  sources->resize(3);
  EXPECT_THROW(sources->write(bodies.slots(), bodies.rows()), FailureError);
  bodies.crackle[1] = {};
  bodies.snap[2].z = std::numeric_limits<double>::infinity();
  EXPECT_THROW(sources->write(bodies.slots(), bodies.rows()), FailureError);
  bodies.snap[2] = {};
  sources->write(bodies.slots(), bodies.rows());
  auto targets = all_targets(bodies, {});
  targets.own_acceleration[0].x = std::nan("");
  EXPECT_THROW(engine_->evaluate(*sources, {}, targets.targets(), {}, force_and_snap, targets.results()).wait(),
               FailureError);
}

TEST_P(Snap, ResizeParksHigherDerivativesToo) {
  const Bodies bodies = make_bodies_with_crackle(300, 17);
  const Tick when = Tick::nearest(1.0625);
  const auto expected = evaluate(bodies, when, 1e-4);
  const auto sources = make_sources(*engine_, make_bodies_with_crackle(700, 18));
  sources->resize(200);
  sources->resize(600);
  sources->write(bodies.slots(), bodies.rows());
  auto got = all_targets(bodies, when);
  engine_->evaluate(*sources, when, got.targets(), {1e-4}, force_and_snap, got.results()).wait();
  EXPECT_EQ(got.snap, expected.snap);
}

// Float would drown these small errors; that it follows the same series is seen in its accuracy.
INSTANTIATE_TEST_SUITE_P(Engines, SnapOrder, testing::ValuesIn(engines_with(Precision::fp64)), engine_name);
INSTANTIATE_TEST_SUITE_P(Engines, Snap, testing::ValuesIn(all_engines()), engine_name);

}  // namespace
}  // namespace tucana::test
