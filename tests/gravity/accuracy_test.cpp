#include <gtest/gtest.h>

#include <map>

#include "tests/gravity/bodies.h"
#include "tests/gravity/engines.h"

namespace tucana::test {
namespace {

constexpr Tick when = Tick{(std::int64_t{17} << Tick::log2_per_unit) / 16};

/// Largest errors over the targets of a clumpy ball with a close pair, where floats lose what two floats keep.
Errors largest_errors(ForceEngine& engine, double eps2, bool with_snap) {
  Bodies bodies = with_snap ? make_bodies_with_crackle(600) : make_bodies(600);
  bodies.position[0] = {0.7, 0.3, -0.4};
  bodies.position[5] = bodies.position[0] + Vec3{1.234567e-3, 0, 0};
  bodies.time[0] = bodies.time[5] = when;
  bodies.mass[0] = bodies.mass[5] = 0.1;
  const auto sources = make_sources(engine, bodies);
  TargetsAndResults targets;  // with both of the close pair
  for (std::size_t i = 0; i < bodies.size(); i += 5) targets.add(slot_at(i), predicted(bodies, i, when));
  const Wanted wanted = with_snap ? force_and_snap : force_and_potential;
  engine.evaluate(*sources, when, targets.targets(), {eps2}, wanted, targets.results()).wait();
  if (!with_snap) targets.snap.assign(targets.size(), {});
  Errors errors;
  for (std::size_t t = 0; t < targets.size(); ++t)
    errors = worst(errors, errors_of(targets, t, exact_force(bodies, when, targets.slot[t], targets.point(t), eps2)));
  return errors;
}

class Accuracy : public EngineTest {
 protected:
  /// Bounds from both sides: what is too good would not be the arithmetic that was asked for.
  void expect_within_bounds(const Errors& e) const {
    const ErrorBounds bounds = error_bounds(GetParam().precision);
    EXPECT_LT(e.acceleration, bounds.acceleration);
    EXPECT_LT(e.jerk, bounds.jerk);
    EXPECT_LT(e.potential, bounds.potential);
    EXPECT_GT(e.acceleration, bounds.least_acceleration);
  }
};

TEST_P(Accuracy, ForceAgreesWithLongDouble) {
  for (const double eps2 : {0.0, 1e-6}) expect_within_bounds(largest_errors(*engine_, eps2, false));
}

TEST_P(Accuracy, SnapAgreesWithLongDouble) {
  for (const double eps2 : {0.0, 1e-6}) {
    const Errors e = largest_errors(*engine_, eps2, true);
    expect_within_bounds(e);
    EXPECT_LT(e.snap, error_bounds(GetParam().precision).snap);
    EXPECT_GT(e.snap, 0.5 * error_bounds(GetParam().precision).least_acceleration);
  }
}

TEST_P(Accuracy, PotentialAloneAgreesWithTheForceKernel) {
  const Bodies bodies = make_bodies(520, 2);
  const auto sources = make_sources(*engine_, bodies);
  auto both = all_targets(bodies, when), alone = both;
  engine_->evaluate(*sources, when, both.targets(), {1e-6}, force_and_potential, both.results()).wait();
  alone.velocity.clear();
  engine_->evaluate(*sources, when, alone.targets(), {1e-6}, {false, true, false, false}, alone.results()).wait();
  const double bound = GetParam().precision == Precision::fp32 ? 2e-6 : error_bounds(GetParam().precision).potential;
  for (std::size_t t = 0; t < alone.size(); ++t) EXPECT_NEAR(alone.potential[t] / both.potential[t], 1, 2 * bound);
}

INSTANTIATE_TEST_SUITE_P(Engines, Accuracy, testing::ValuesIn(all_engines()), engine_name);

/// All precisions of one kind of engine.
TEST(Precisions, AreInOrder) {
  std::map<std::string, std::map<Precision, Errors>> errors;
  for (const EngineChoice& choice : all_engines()) {
    SerialWorkers workers;
    const std::string kind = choice.kind + " " + choice.simd + " " + std::to_string(choice.device_lanes);
    const Errors e = largest_errors(*make_engine(choice, workers), 0, true);
    EXPECT_TRUE(errors[kind].emplace(choice.precision, e).second) << "two engines are called " << kind;
  }
  const auto expect_worse = [&](const std::string& kind, Precision worse, Precision better, double factor) {
    auto& of = errors[kind];
    if (of.count(worse) == 0 || of.count(better) == 0) return;
    const Errors &w = of[worse], &b = of[better];
    EXPECT_GT(w.acceleration, factor * b.acceleration) << kind << ' ' << name_of(worse);
    EXPECT_GT(w.jerk, factor * b.jerk) << kind << ' ' << name_of(worse);
    EXPECT_GT(w.snap, factor * b.snap) << kind << ' ' << name_of(worse);
    EXPECT_GT(w.potential, factor * b.potential) << kind << ' ' << name_of(worse);
  };
  for (const auto& [kind, of] : errors) {
    const std::size_t expected = kind.starts_with("cpu") ? std::size(all_precisions) : std::size(device_precisions);
    EXPECT_EQ(of.size(), kind.starts_with("reference") ? 1 : expected) << kind;
    expect_worse(kind, Precision::fp32, Precision::two_float, 3);
    expect_worse(kind, Precision::two_float, Precision::extended, 1e4);
    expect_worse(kind, Precision::extended, Precision::fp64, 1);
  }
}

}  // namespace
}  // namespace tucana::test
