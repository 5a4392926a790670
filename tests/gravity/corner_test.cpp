// Few bodies, odd numbers of them, extreme distances and masses.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/gravity/bodies.h"
#include "tests/gravity/engines.h"
#include "tucana/core/error.h"

namespace tucana::test {
namespace {

const Tick start = Tick::nearest(0);

class Corner : public EngineTest {
 protected:
  TargetsAndResults evaluate(const Bodies& bodies, double eps2 = 0, Wanted wanted = force_and_potential) {
    const auto sources = make_sources(*engine_, bodies);
    auto targets = all_targets(bodies, start, 1.0);
    engine_->evaluate(*sources, start, targets.targets(), {eps2}, wanted, targets.results()).wait();
    return targets;
  }
};

TEST_P(Corner, ALoneBodyFeelsNothing) {
  Bodies bodies;
  bodies.add(1, {1, 2, 3}, {4, 5, 6});
  const auto lone = evaluate(bodies, 0, everything);
  EXPECT_EQ(lone.acceleration[0], Vec3{});
  EXPECT_EQ(lone.jerk[0], Vec3{});
  EXPECT_EQ(lone.potential[0], 0);
  EXPECT_EQ(lone.nearest[0], no_slot);
  EXPECT_EQ(lone.nearest_distance2[0], std::numeric_limits<double>::infinity());
  EXPECT_EQ(lone.lists.of(0).size(), 0u);
}

TEST_P(Corner, NoSourcesAndNoTargets) {
  const auto sources = engine_->make_sources();
  TargetsAndResults point;
  point.add(no_slot, {{1, 1, 1}, {}}, 1.0);
  engine_->evaluate(*sources, start, point.targets(), {}, everything, point.results()).wait();
  EXPECT_EQ(point.acceleration[0], Vec3{});
  EXPECT_EQ(point.nearest[0], no_slot);
  EXPECT_EQ(point.lists.targets(), 1u);

  sources->resize(10);
  engine_->evaluate(*sources, start, point.targets(), {}, everything, point.results()).wait();
  EXPECT_EQ(point.acceleration[0], Vec3{}) << "rows never written are parked";
  EXPECT_EQ(point.nearest[0], no_slot);

  TargetsAndResults none;
  engine_->evaluate(*sources, start, none.targets(), {}, everything, none.results()).wait();
  EXPECT_EQ(none.lists.targets(), 0u);
}

TEST_P(Corner, EverySizeAroundLeavesAndPacks) {
  for (const std::size_t n : {2, 3, 63, 64, 65, 255, 256, 257, 511, 512, 513, 1000}) {
    const Bodies bodies = make_bodies(n, 3);
    const auto got = evaluate(bodies, 1e-3);
    for (std::size_t t = 0; t<n; t += n> 10 ? 37 : 1) {
      const auto exact = exact_force(bodies, start, slot_at(t), {got.position[t], got.velocity[t]}, 1e-3);
      EXPECT_LT(norm(got.acceleration[t] - exact.acceleration), 200 * epsilon() * exact.acceleration_scale) << n;
      EXPECT_LT(std::abs(got.potential[t] - exact.potential), 200 * epsilon() * std::abs(exact.potential)) << n;
    }
  }
}

TEST_P(Corner, MomentumOfAllForcesIsZero) {
  const Bodies bodies = make_bodies(600, 5);
  const auto got = evaluate(bodies);
  Vec3 sum;
  double scale = 0;
  for (std::size_t t = 0; t < bodies.size(); ++t) {
    sum += bodies.mass[t] * got.acceleration[t];
    scale += bodies.mass[t] * norm(got.acceleration[t]);
  }
  EXPECT_LT(norm(sum), 10 * epsilon() * scale * (GetParam().precision == Precision::fp32 ? 20 : 1));
  EXPECT_GT(scale, 0);
}

TEST_P(Corner, TestPointsFeelEveryBody) {
  Bodies bodies;
  bodies.add(2, {0, 0, 0});
  const auto sources = make_sources(*engine_, bodies);
  TargetsAndResults point;
  point.add(no_slot, {{0, 4, 0}, {0, 0, 1}}, 17.0);
  point.add(slot_at(0), {{0, 4, 0}, {0, 0, 1}}, 17.0);
  engine_->evaluate(*sources, start, point.targets(), {}, everything, point.results()).wait();
  EXPECT_NEAR(point.acceleration[0].y, -2.0 / 16, epsilon());
  EXPECT_NEAR(point.jerk[0].z, -2.0 / 64, epsilon());
  EXPECT_NEAR(point.potential[0], -0.5, epsilon());
  EXPECT_EQ(point.nearest[0], slot_at(0));
  EXPECT_EQ(point.nearest_distance2[0], 16.0);
  EXPECT_EQ(point.lists.of(0).size(), 1u);
  EXPECT_EQ(point.acceleration[1], Vec3{}) << "the same place, but the target's own slot";
  EXPECT_EQ(point.lists.of(1).size(), 0u);
}

TEST_P(Corner, CoincidentPairIsNotFiniteWithoutSoftening) {
  Bodies bodies = make_bodies(300, 9);
  bodies.position[299] = bodies.position[7];
  bodies.velocity[299] = {9, 9, 9};
  bodies.time.assign(300, start);
  const auto hard = evaluate(bodies);
  for (const std::size_t t : {7, 299}) {
    EXPECT_FALSE(is_finite(hard.acceleration[t]));
    EXPECT_FALSE(is_finite(hard.jerk[t]));
    EXPECT_FALSE(std::isfinite(hard.potential[t]));
  }
  EXPECT_TRUE(is_finite(hard.acceleration[8])) << "only the pair itself suffers";

  const double eps2 = 1e-4;
  const auto soft = evaluate(bodies, eps2);
  const auto exact = exact_force(bodies, start, slot_at(7), {soft.position[7], soft.velocity[7]}, eps2);
  EXPECT_LT(norm(soft.acceleration[7] - exact.acceleration), 300 * epsilon() * exact.acceleration_scale);
  EXPECT_LT(norm(soft.jerk[7] - exact.jerk), 300 * epsilon() * exact.jerk_scale);
}

TEST_P(Corner, TightPairsKeepTheDigitsOfTheirPrecision) {
  // Distance 1e-10 at |x| = 1: two floats resolve it to 1e-4 (docs/theory/precision.md), one float not at all.
  Bodies bodies;
  bodies.add(0.5, {1, 0.5, -0.25}, {0.1, 0, 0});
  bodies.add(0.25, {1 + 1e-10, 0.5, -0.25}, {0.1, 1, 0});
  bodies.add(0.25, {-3, 0, 0});
  const auto got = evaluate(bodies);
  const auto exact = exact_force(bodies, start, slot_at(0), {bodies.position[0], bodies.velocity[0]}, 0);
  EXPECT_GT(norm(exact.acceleration), 1e19);
  if (GetParam().precision == Precision::fp32)
    EXPECT_FALSE(is_finite(got.acceleration[0])) << "coincident in float";
  else
    EXPECT_LT(norm(got.acceleration[0] - exact.acceleration) / norm(exact.acceleration), is_float() ? 2e-4 : 1e-14)
        << "both have positions of two floats, or double";
}

TEST_P(Corner, MassRatiosOfTenDecadesDoNotHideTheSmallOnes) {
  Bodies bodies;
  bodies.add(1e10, {0, 0, 0});
  bodies.add(1, {1, 0, 0});
  bodies.add(1, {0, 1e5, 0});
  const auto got = evaluate(bodies);
  EXPECT_NEAR(got.acceleration[1].x, -1e10, 1e10 * 4 * epsilon());
  EXPECT_NEAR(got.acceleration[2].y, -1.0 - 1e-10, 8 * epsilon());
  EXPECT_NEAR(got.acceleration[0].x, 1, 8 * epsilon()) << "the star's pull on the giant";
}

TEST_P(Corner, MassZeroIsATracer) {
  Bodies bodies;
  bodies.add(1, {0, 0, 0});
  bodies.add(0, {1, 0, 0});
  const auto got = evaluate(bodies, 0, everything);
  EXPECT_EQ(got.acceleration[0], Vec3{});
  EXPECT_NEAR(got.acceleration[1].x, -1, 4 * epsilon());
  EXPECT_EQ(got.nearest[0], slot_at(1)) << "it is a body, not a parked row";
}

class Range : public Corner {};

TEST_P(Range, DoubleReachesBeyondTheRangeOfFloat) {
  for (const double scale : {1e-30, 1e-22, 1e-18, 1e18, 1e22, 1e60}) {
    Bodies bodies;
    for (int i = 0; i < 9; ++i) bodies.add(1.0, scale * Vec3{1.0 * i, 0.3 * i * i, 0}, {0, 0, 1});
    const auto got = evaluate(bodies);
    for (std::size_t t = 0; t < bodies.size(); ++t) {
      const auto exact = exact_force(bodies, start, slot_at(t), {got.position[t], got.velocity[t]}, 0);
      EXPECT_LT(norm(got.acceleration[t] - exact.acceleration), 1e-14 * exact.acceleration_scale) << scale;
      EXPECT_LT(std::abs(got.potential[t] - exact.potential), 1e-14 * std::abs(exact.potential)) << scale;
    }
    const auto potential = evaluate(bodies, 0, {false, true, false, false});
    for (std::size_t t = 0; t < bodies.size(); ++t)
      EXPECT_NEAR(potential.potential[t] / got.potential[t], 1, 1e-14) << scale;
  }
}

TEST_P(Corner, RowsAndTargetsBeyondTheRangeAreRefused) {
  const auto sources = engine_->make_sources();
  sources->resize(1);
  const auto write = [&](const Vec3& x, const Vec3& v) {
    Bodies bodies;
    bodies.add(1, x, v);
    sources->write(bodies.slots(), bodies.rows());
  };
  const double nan = std::nan("");
  EXPECT_NO_THROW(write({1e14, 0, 0}, {}));
  EXPECT_THROW(write({0, nan, 0}, {}), FailureError);
  EXPECT_THROW(write({}, {0, 0, std::numeric_limits<double>::infinity()}), FailureError);
  EXPECT_THROW(write({0, is_float() ? 2e15 : 2e100, 0}, {}), InputError);

  TargetsAndResults far;
  far.add(no_slot, {{0, 0, is_float() ? -2e15 : -2e100}, {}});
  const auto ask = [&](double eps2) {
    engine_->evaluate(*sources, start, far.targets(), {eps2}, force_and_potential, far.results()).wait();
  };
  EXPECT_THROW(ask(0), InputError);
  far.position[0] = {};
  EXPECT_THROW(ask(-1), InputError);
  EXPECT_THROW(ask(nan), InputError);
  EXPECT_NO_THROW(ask(1));
  try {
    write({0, 2e100, 0}, {});
    ADD_FAILURE() << "accepted";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find(is_float() ? "fp64" : "units"), std::string::npos) << error.what();
  }
}

INSTANTIATE_TEST_SUITE_P(Engines, Range, testing::ValuesIn(engines_with(Precision::fp64)), engine_name);
INSTANTIATE_TEST_SUITE_P(Engines, Corner, testing::ValuesIn(all_engines()), engine_name);

}  // namespace
}  // namespace tucana::test
