// Subsystems in the 6th order: what they add to forces has the right snaps, and the past is rewritten up to the
// crackle.
#include <gtest/gtest.h>

#include "tests/integrators/kepler_subsystem.h"
#include "tests/integrators/neighbour_fixture.h"
#include "tucana/integrators/changes/rewrite_past.h"
#include "tucana/integrators/hermite/block_hermite.h"

namespace tucana {
namespace {

/// Stars 1 and 2 on an orbit of considerable width, others around them.
StarsBuffer cloud_with_wide_pair() {
  StarsBuffer stars = random_cloud(32, 41);
  const double m = stars.mass[0] + stars.mass[1], axis = 0.06;
  stars.position[1] = stars.position[0] + Vec3{axis, 0, 0};
  stars.velocity[1] = stars.velocity[0] + Vec3{0, std::sqrt(m / axis), 0};
  return stars;
}

StarsBuffer end_of(double step) {
  HermiteOptions options(6);
  options.steps = StepRule::fixed;
  options.fixed_step = step;
  options.law.eps2 = 0.01;
  RunOf<Hermite6> run({.kind = "cpu", .precision = Precision::fp64}, 1, [&](ForceEngine& e, Workers& w) {
    auto made = std::make_unique<Hermite6>(options, e, w);
    made->use(std::make_shared<ScriptedRules>(0, 1e3, 10));
    return made;
  });
  const StarsBuffer start = cloud_with_wide_pair();
  run.integrator.start(start.view());
  run.step_to(0.5);
  EXPECT_EQ(run.integrator.bodies().body_count(), 31U);
  return run.stars_at(0.5);
}

// The others feel both members of an exact orbit.
TEST(Hermite6Subsystem, KeepsTheSixthOrder) {
  const StarsBuffer truth = end_of(0x1p-10);
  const auto error = [&](double step) {
    const StarsBuffer end = end_of(step);
    double sum = 0;
    for (std::size_t i = 0; i < end.size(); ++i) sum += norm2(end.position[i] - truth.position[i]);
    return std::sqrt(sum);
  };
  const double coarse = error(0x1p-6), fine = error(0x1p-7), order = std::log2(coarse / fine);
  RecordProperty("order", std::to_string(order));
  EXPECT_NEAR(order, 6, 0.5) << coarse << " " << fine;
}

BodyOnPath moved(const BodyOnPath& b, double h) {
  return {b.mass, b.x + h * (b.v + (h / 2) * (b.a + (h / 3) * b.j)), b.v + h * (b.a + (h / 2) * b.j), b.a + h * b.j,
          b.j};
}

TEST(Hermite6Subsystem, ForcesAlongPathsHaveAllDerivatives) {
  const BodyOnPath source{0.7, {0.3, 0.1, -0.2}, {0.5, -1, 0.2}, {-0.4, 0.3, 1}, {2, -1, 0.5}};
  const BodyOnPath target{0.1, {-0.2, 0.4, 0.1}, {-0.3, 0.2, 0.7}, {0.6, 0.1, -0.9}, {-1, 0.4, 0.8}};
  for (const double eps2 : {0.0, 0.04}) {
    const PairLaw law{eps2};
    const auto error = [&](double h) {
      const ForceSeries there = pull(moved(source, h), moved(target, h), law);
      return norm(there.a - later(pull(source, target, law), h).a);
    };
    EXPECT_NEAR(std::log2(error(0.02) / error(0.01)), 4, 0.1) << "the next derivative is the first unknown one";
  }
}

TEST(Hermite6Subsystem, TheRewrittenPastLeadsToThePresent) {
  const HermiteState before{{1, 2, 3}, {0.1, 0.2, 0.3}, {1, -1, 0.5}, {0.3, 2, -1}, {4, 0.1, -2}, {7, -3, 1}};
  const ForceSeries change{{{0.1, -0.2, 0.3}, {1, 2, -1}}, {-3, 2, 5}, {10, -20, 4}};
  const double h = 0.3;
  const PastShiftSeries shift = past_shift(change, h);
  const HermiteState after{before.x + shift.x,       before.v + shift.v,       before.a + shift.force.a,
                           before.j + shift.force.j, before.s + shift.force.s, before.c + shift.force.c};
  const HermitePrediction was = hermite6::predict(before, h), is = hermite6::predict(after, h);
  EXPECT_LT(norm(is.x - was.x), 1e-15);
  EXPECT_LT(norm(is.v - was.v), 1e-15);
  EXPECT_LT(norm(is.a - was.a - change.a), 1e-15) << "and from there on the force is another one";
}

}  // namespace
}  // namespace tucana
