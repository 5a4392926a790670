#include <gtest/gtest.h>

#include "tests/tree/tree_run.h"

namespace tucana::test {
namespace {

/// Where the old acceleration of some targets is known, those of whom it is not are no worse off.
TEST(TreeUnknown, TargetsWithoutAnOldAccelerationAreAsGood) {
  Bodies bodies = resting_bodies(1500);
  // A companion some radii away, where the field is weak.
  for (std::size_t i = 0; i < 40; ++i)
    bodies.position[i] = bodies.position[i] * 0.5 + Vec3{6, 4, 0}, bodies.mass[i] *= 0.01;
  const Forces exact = direct_forces(bodies, usual_eps2);
  TreeRun run{plain_options(), usual_eps2};
  run.old_acceleration = sizes_of(exact.acceleration);
  for (std::size_t i = 0; i < 40; ++i) run.targets.push_back(slot_at(i));
  for (std::size_t i = 40; i < 1500; i += 100) run.targets.push_back(slot_at(i));
  const double known = errors_of(run.forces(bodies), exact, run.targets).acceleration;
  for (std::size_t i = 0; i < 40; ++i) run.old_acceleration[i] = 0;
  const double unknown = errors_of(run.forces(bodies), exact, run.targets).acceleration;
  EXPECT_LT(unknown, 3 * known);
  EXPECT_LT(unknown, 0x1p-6);
}

/// Rows that nobody has written are parked: without mass and far away, not where a body may be.
TEST(TreeUnknown, UnwrittenRowsDoNotTouchABodyAtTheOrigin) {
  Bodies bodies = resting_bodies(20);
  bodies.position[4] = {};
  SerialWorkers workers;
  const auto engine = make_tree_engine(plain_options(), "best", workers);
  const auto sources = make_sources(*engine, bodies);
  sources->resize(25);
  TargetsAndResults got;
  got.add(slot_at(4), {});
  Wanted wanted = force_and_potential;
  wanted.jerk = false;
  engine->evaluate(*sources, {}, got.targets(), {0}, wanted, got.results()).wait();
  const Forces exact = direct_forces(bodies, 0);
  EXPECT_LT(norm(got.acceleration[0] - exact.acceleration[4]), 1e-2 * exact.scale[4]);
  EXPECT_NEAR(got.potential[0] / exact.potential[4], 1, 1e-2);
}

}  // namespace
}  // namespace tucana::test
