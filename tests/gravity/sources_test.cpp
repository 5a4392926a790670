// Rows written one by one, resized, and predicted.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/gravity/bodies.h"
#include "tests/gravity/engines.h"

namespace tucana::test {
namespace {

class Sources : public EngineTest {
 protected:
  TargetsAndResults evaluate(SourceSet& sources, const Bodies& bodies, Tick when) {
    auto targets = all_targets(bodies, when);
    engine_->evaluate(sources, when, targets.targets(), {1e-4}, force_and_potential, targets.results()).wait();
    return targets;
  }
};

TEST_P(Sources, RowsWrittenOneByOneGiveTheSameBits) {
  const Bodies bodies = make_bodies(300, 11);
  const Tick when = Tick::nearest(1.03125);
  const auto at_once = make_sources(*engine_, bodies);
  const auto expected = evaluate(*at_once, bodies, when);

  const auto sources = make_sources(*engine_, make_bodies(300, 12));
  for (std::size_t k = 0; k < 300; ++k) {
    const std::size_t i = (k * 7) % 300;
    const Slot slot = slot_at(i);
    sources->write({&slot, 1}, bodies.row(i));
  }
  const auto got = evaluate(*sources, bodies, when);
  EXPECT_EQ(got.acceleration, expected.acceleration);
  EXPECT_EQ(got.jerk, expected.jerk);
}

TEST_P(Sources, ResizeKeepsRowsAndParksNewOnes) {
  const Bodies bodies = make_bodies(700, 13);
  Bodies fewer = make_bodies(700, 13);
  const auto cut = [](auto& column) { column.resize(300); };
  cut(fewer.mass), cut(fewer.position), cut(fewer.velocity), cut(fewer.acceleration), cut(fewer.jerk), cut(fewer.time);
  const Tick when = Tick::nearest(1);
  const auto expected = evaluate(*make_sources(*engine_, fewer), fewer, when);

  const auto sources = make_sources(*engine_, bodies);
  sources->resize(300);
  EXPECT_EQ(sources->size(), 300u);
  EXPECT_EQ(evaluate(*sources, fewer, when).acceleration, expected.acceleration);
  sources->resize(290);
  sources->resize(1500);
  EXPECT_EQ(sources->size(), 1500u);
  std::vector<Slot> slots;
  for (std::size_t i = 290; i < 300; ++i) slots.push_back(slot_at(i));
  const auto tail = [](const auto& column) { return std::span(column).subspan(290, 10); };
  sources->write(slots, {tail(fewer.mass), tail(fewer.position), tail(fewer.velocity), tail(fewer.acceleration),
                         tail(fewer.jerk), tail(fewer.time)});
  EXPECT_EQ(evaluate(*sources, fewer, when).acceleration, expected.acceleration);
}

TEST_P(Sources, EmptyDerivativesAreZero) {
  Bodies bodies = make_bodies(50, 15);
  bodies.acceleration.assign(50, {});
  bodies.jerk.assign(50, {});
  const Tick when = Tick::nearest(1.5);
  const auto expected = evaluate(*make_sources(*engine_, bodies), bodies, when);
  // The rows had derivatives before.
  const auto sources = make_sources(*engine_, make_bodies(50, 15));
  sources->write(bodies.slots(), {bodies.mass, bodies.position, bodies.velocity, {}, {}, bodies.time});
  EXPECT_EQ(evaluate(*sources, bodies, when).acceleration, expected.acceleration);
}

// A scheme of second order asks for accelerations alone: no velocities of targets, no room for the jerk.
TEST_P(Sources, AccelerationsNeedNoVelocitiesAndNoRoomForTheJerk) {
  const Bodies bodies = make_bodies(300, 16);
  const Tick when = Tick::nearest(1.03125);
  const auto sources = make_sources(*engine_, bodies);
  const auto expected = evaluate(*sources, bodies, when);
  auto got = all_targets(bodies, when);
  Targets targets = got.targets();
  targets.velocity = {};
  Results results = got.results();
  results.jerk = {};
  engine_->evaluate(*sources, when, targets, {1e-4}, {.jerk = false}, results).wait();
  EXPECT_EQ(got.acceleration, expected.acceleration);
  EXPECT_TRUE(engine_->sums_all_pairs());
}

/// A body on a known path: the error of its predicted place falls with the fourth power of the interval, that of
/// the velocity, seen in the jerk, with the third.
TEST_P(Sources, PredictionHasTheOrderOfItsSeries) {
  // x = cos t, y = sin t at t = 0, and a test point far enough that the force is smooth.
  Bodies bodies;
  bodies.add(1, {1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0});
  const auto sources = make_sources(*engine_, bodies);
  const auto error = [&](double t) {
    TargetsAndResults point;
    point.add(no_slot, {{3, 1, 0}, {}});
    engine_->evaluate(*sources, Tick::nearest(t), point.targets(), {}, force_and_potential, point.results()).wait();
    const Vec3 r = Vec3{std::cos(t), std::sin(t), 0} - Vec3{3, 1, 0};
    return norm(point.acceleration[0] - r * std::pow(norm2(r), -1.5));
  };
  const double order = std::log2(error(0.5) / error(0.25));
  EXPECT_NEAR(order, 4, 0.3);
}

TEST_P(Sources, PredictionUsesDifferencesOfTicks) {
  // Late in a run a time in double has lost the last ticks, but not the difference of two times.
  Bodies bodies;
  const Tick late{(std::int64_t{32000} << Tick::log2_per_unit) + 3};
  bodies.add(1, {0, 0, 0}, {1e6, 0, 0}, {}, {}, late);
  const auto sources = make_sources(*engine_, bodies);
  const Tick when{late.n + (std::int64_t{1} << 28)};
  TargetsAndResults point;
  point.add(no_slot, {{10, 0, 0}, {}});
  engine_->evaluate(*sources, when, point.targets(), {}, everything, point.results()).wait();
  const double x = 1e6 * 0x1p-20;
  EXPECT_NEAR(point.nearest_distance2[0] / ((10 - x) * (10 - x)), 1, is_float() ? 1e-6 : 1e-15);
}

INSTANTIATE_TEST_SUITE_P(Engines, Sources, testing::ValuesIn(all_engines()), engine_name);

}  // namespace
}  // namespace tucana::test
