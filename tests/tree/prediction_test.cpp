#include <gtest/gtest.h>

#include <cmath>

#include "tests/tree/tree_run.h"

namespace tucana::test {
namespace {

constexpr double prediction_eps2 = 1e-3;
const Tick prediction_time = Tick::nearest(1.0625);

/// As sources of a tree are predicted: without jerk.
Bodies moving_bodies(std::size_t n) {
  Bodies bodies = make_bodies(n);
  for (Vec3& j : bodies.jerk) j = {};
  return bodies;
}

Bodies arrived(const Bodies& bodies) {
  Bodies there = bodies;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    there.position[i] = predicted(bodies, i, prediction_time).position;
    there.velocity[i] = there.acceleration[i] = {};
    there.time[i] = prediction_time;
  }
  return there;
}

TEST(TreePrediction, SourcesAtOwnTimesAreThoseWrittenAtThisTime) {
  const Bodies bodies = moving_bodies(700), there = arrived(bodies);
  const Forces exact = direct_forces(there, prediction_eps2);
  for (const TreeOptions& options : {all_opened(), plain_options()}) {
    TreeRun moving{options, prediction_eps2}, still{options, prediction_eps2};
    moving.when = still.when = prediction_time;
    const Forces a = moving.forces(bodies), b = still.forces(there);
    const double allowed = options.criterion == OpeningCriterion::angle ? 2e-6 : 1e-2;
    EXPECT_LT(errors_of(a, exact).acceleration, allowed);
    EXPECT_LT(errors_of(b, exact).acceleration, allowed);
    EXPECT_LT(errors_of(a, exact).potential, allowed);
  }
  // Not predicted, the error is seen.
  Bodies late = bodies;
  for (Tick& t : late.time) t = prediction_time;
  TreeRun run{all_opened(), prediction_eps2};
  run.when = prediction_time;
  EXPECT_GT(errors_of(run.forces(late), exact).acceleration, 1e-3);
}

/// Rows that are written again replace those of before; a tree that is only looked at is not built anew, and forces are
/// right all the same.
TEST(TreePrediction, WrittenRowsAreSeenByAnOldTreeToo) {
  const Bodies bodies = moving_bodies(400);
  Bodies moved = arrived(bodies);
  for (std::size_t i = 0; i < moved.size(); i += 2) moved.position[i] = moved.position[i] * -1.5, moved.mass[i] *= 7;
  SerialWorkers workers;
  const auto engine = make_tree_engine(all_opened(), "best", workers);
  const auto sources = make_sources(*engine, bodies);
  Wanted wanted = force_and_potential;
  wanted.jerk = false;
  TargetsAndResults first = all_targets(bodies, prediction_time);
  engine->evaluate(*sources, prediction_time, first.targets(), {prediction_eps2}, wanted, first.results()).wait();
  sources->write(moved.slots(), moved.rows());
  wanted.looking = true;
  TargetsAndResults second = all_targets(moved, prediction_time);
  engine->evaluate(*sources, prediction_time, second.targets(), {prediction_eps2}, wanted, second.results()).wait();
  const Forces exact = direct_forces(moved, prediction_eps2);
  const TreeErrors errors = errors_of({second.acceleration, second.potential, {}}, exact);
  EXPECT_LT(errors.acceleration, 2e-6);
  EXPECT_LT(errors.potential, 2e-6);
  EXPECT_EQ(engine->last_report().build_seconds(), 0);
}

/// Slots keep their rows when others come and go.
TEST(TreePrediction, ResizedSourcesKeepTheirRows) {
  const Bodies bodies = resting_bodies(300);
  SerialWorkers workers;
  const auto engine = make_tree_engine(all_opened(), "best", workers);
  const auto sources = make_sources(*engine, bodies);
  Wanted wanted = force_and_potential;
  wanted.jerk = false;
  Bodies fewer;
  for (std::size_t i = 0; i < 200; ++i) fewer.add(bodies.mass[i], bodies.position[i]);
  const Forces exact = direct_forces(fewer, prediction_eps2);
  const auto expect_fewer = [&] {
    TargetsAndResults got = all_targets(fewer, {});
    engine->evaluate(*sources, {}, got.targets(), {prediction_eps2}, wanted, got.results()).wait();
    EXPECT_LT(errors_of({got.acceleration, got.potential, {}}, exact).acceleration, 2e-6);
    EXPECT_LT(errors_of({got.acceleration, got.potential, {}}, exact).potential, 2e-6);
  };
  TargetsAndResults all = all_targets(bodies, {});
  engine->evaluate(*sources, {}, all.targets(), {prediction_eps2}, wanted, all.results()).wait();
  sources->resize(200);
  expect_fewer();
  sources->resize(220);
  expect_fewer();
}

}  // namespace
}  // namespace tucana::test
