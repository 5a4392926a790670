// An engine in an external field: what it adds to the engine inside, when, and where.
#include "tucana/gravity/field/field_engine.h"

#include <gtest/gtest.h>

#include <atomic>

#include "tests/gravity/bodies.h"
#include "tests/gravity/engines.h"

namespace tucana::test {
namespace {

/// Values from which time, place and velocity can be read, and how often they were asked for.
class PlainField final : public ExternalField {
 public:
  FieldValue at(double time, const Vec3& x, const Vec3& v, const Vec3& a) const override {
    ++calls;
    return {time * x, time * v, time * a};
  }
  Vec3 acceleration(double time, const Vec3& x) const override {
    ++calls;
    return time * x;
  }
  double potential(double, const Vec3&) const override {
    ADD_FAILURE() << "no engine needs the potential";
    return 0;
  }
  std::string name() const override { return "plain"; }
  mutable std::atomic<int> calls = 0;
};

class EngineInField : public EngineTest {
 protected:
  EngineInField() : field_engine_(make_engine(GetParam(), workers_), "plain", workers_) {
    field_engine_.set_field(field_, start);
  }

  /// With the engine alone, and in the field.
  std::pair<TargetsAndResults, TargetsAndResults> both(const Wanted& wanted) {
    std::pair results{all_targets(bodies_, when_, 0.3), all_targets(bodies_, when_, 0.3)};
    const auto run = [&](ForceEngine& engine, TargetsAndResults& targets) {
      const auto sources = make_sources(engine, bodies_);
      Pending pending = engine.evaluate(*sources, when_, targets.targets(), {1e-4}, wanted, targets.results());
      pending.wait();
    };
    run(*engine_, results.first);
    run(field_engine_, results.second);
    return results;
  }

  static constexpr double start = 40;
  const Bodies bodies_ = make_bodies_with_crackle(300, 5);
  const Tick when_ = Tick::nearest(1.03125);
  const double time_ = start + 1.03125;
  PlainField field_;
  FieldEngine field_engine_;
};

TEST_P(EngineInField, AddsAccelerationJerkAndSnapInDouble) {
  const auto [alone, in_field] = both(force_and_snap);
  for (std::size_t t = 0; t < alone.size(); ++t) {
    EXPECT_EQ(in_field.acceleration[t], alone.acceleration[t] + time_ * alone.position[t]);
    EXPECT_EQ(in_field.jerk[t], alone.jerk[t] + time_ * alone.velocity[t]);
    EXPECT_EQ(in_field.snap[t], alone.snap[t] + time_ * alone.own_acceleration[t]);
  }
  EXPECT_EQ(in_field.potential, alone.potential) << "it is that of pairs";
  EXPECT_EQ(field_.calls, 300);
}

TEST_P(EngineInField, PlacesAreThoseOutsideTheFrame) {
  Frame frame;
  const PhasePoint shift{{100, -50, 20}, {3, 2, 1}};
  frame.move_by(shift, Tick{0});
  field_engine_.set_frame(frame);
  const auto [alone, in_field] = both(force_and_snap);
  const Vec3 origin = shift.x + 1.03125 * shift.v;
  for (std::size_t t = 0; t < alone.size(); ++t) {
    EXPECT_EQ(in_field.acceleration[t], alone.acceleration[t] + time_ * (origin + alone.position[t]));
    EXPECT_EQ(in_field.jerk[t], alone.jerk[t] + time_ * (shift.v + alone.velocity[t]));
    EXPECT_EQ(in_field.snap[t], alone.snap[t] + time_ * alone.own_acceleration[t]);
  }
}

TEST_P(EngineInField, AboutAFallingCentreOnlyDifferencesAct) {
  GuidingCentre centre(field_, start, {{1, -0.5, 0.2}, {0.3, 0.2, 0.1}});
  field_engine_.set_field(field_, start, &centre);
  Frame frame;
  const PhasePoint shift{{0.5, 0, 0}, {0, 0.25, 0}};
  frame.move_by(shift, when_);
  field_engine_.set_frame(frame);
  const auto [alone, in_field] = both(force_and_snap);
  for (std::size_t t = 0; t < alone.size(); ++t) {
    // The field is linear in place, velocity and acceleration.
    EXPECT_LT(norm(in_field.acceleration[t] - alone.acceleration[t] - time_ * (shift.x + alone.position[t])), 1e-9);
    EXPECT_LT(norm(in_field.jerk[t] - alone.jerk[t] - time_ * (shift.v + alone.velocity[t])), 1e-9);
    EXPECT_LT(norm(in_field.snap[t] - alone.snap[t] - time_ * alone.own_acceleration[t]), 1e-7);
  }
}

TEST_P(EngineInField, SumsThatLeaveOutNeighboursHaveTheWholeField) {
  const auto [alone, in_field] = both({.lists = true, .far_only = true});
  for (std::size_t t = 0; t < alone.size(); ++t) {
    EXPECT_EQ(in_field.acceleration[t], alone.acceleration[t] + time_ * alone.position[t]);
    EXPECT_EQ(in_field.jerk[t], alone.jerk[t] + time_ * alone.velocity[t]);
    EXPECT_TRUE(std::ranges::equal(in_field.lists.of(t), alone.lists.of(t)));
  }
}

TEST_P(EngineInField, OtherCallsAreThoseOfTheEngineInside) {
  const auto [lists, same_lists] = both({.acceleration = false, .lists = true});
  EXPECT_TRUE(std::ranges::equal(lists.lists.of(7), same_lists.lists.of(7)));
  both({.acceleration = false, .nearest = true});
  both({.acceleration = false, .potential = true});
  const auto [alone, pairs] = both({.field = false});
  EXPECT_EQ(pairs.acceleration, alone.acceleration);
  EXPECT_EQ(pairs.jerk, alone.jerk);
  EXPECT_EQ(field_.calls, 0);
}

TEST_P(EngineInField, SaysWhatItIs) {
  EXPECT_EQ(field_engine_.description(), engine_->description() + " in field plain");
  EXPECT_EQ(field_engine_.arithmetic_class(), engine_->arithmetic_class() + " in field plain");
  EXPECT_EQ(field_engine_.precision(), engine_->precision());
  EXPECT_EQ(field_engine_.sums_all_pairs(), engine_->sums_all_pairs());
  EXPECT_EQ(field_engine_.softens_each(), engine_->softens_each());
}

std::vector<EngineChoice> some_engines() {
  std::vector<EngineChoice> choices{{"reference"}, {"cpu", Precision::fp64}, {"cpu", Precision::fp32}};
#ifndef TUCANA_NO_DEVICES
  choices.push_back({"opencl", Precision::two_float});
#endif
  return choices;
}
INSTANTIATE_TEST_SUITE_P(Of, EngineInField, testing::ValuesIn(some_engines()), engine_name);

}  // namespace
}  // namespace tucana::test
