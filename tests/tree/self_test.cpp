#include <gtest/gtest.h>

#include "tests/tree/tree_run.h"

namespace tucana::test {
namespace {

const Tick self_time = Tick::nearest(1.0625);

/// A body that moves is predicted by its integrator in double, and as a source in float: it is not quite where its own
/// leaf is, and must not be pulled by it.
TEST(TreeSelf, AMovingBodyAloneFeelsNothing) {
  for (const double eps2 : {0.0, 1e-4})
    for (const auto order : {ExpansionOrder::monopole, ExpansionOrder::quadrupole}) {
      Bodies bodies;
      bodies.add(1, {0.3, 0.2, 0.1}, {1.0 / 3, -0.7, 0.1}, {0.1, 0.3, 0.7}, {}, Tick::nearest(1));
      TreeRun run{plain_options(), eps2};
      run.options.order = order;
      run.when = self_time;
      const Forces got = run.forces(bodies);
      EXPECT_EQ(norm(got.acceleration[0]), 0);
      EXPECT_EQ(got.potential[0], 0);
    }
}

TEST(TreeSelf, OneMovingTargetDoesNotMeetItself) {
  Bodies bodies = make_bodies(700);
  for (Vec3& j : bodies.jerk) j = {};
  Bodies there = bodies;
  for (std::size_t i = 0; i < bodies.size(); ++i) there.position[i] = predicted(bodies, i, self_time).position;
  constexpr double eps2 = 1e-3;
  const Forces exact = direct_forces(there, eps2);
  for (const std::size_t leaf : {1, 16})
    for (const auto order : {ExpansionOrder::monopole, ExpansionOrder::quadrupole}) {
      TreeRun run{all_opened(), eps2};
      run.options.leaf_bodies = leaf;
      run.options.order = order;
      run.when = self_time;
      for (std::size_t i = 3; i < bodies.size(); i += 90) {
        run.targets = {slot_at(i)};
        const TreeErrors errors = errors_of(run.forces(bodies), exact, run.targets);
        EXPECT_LT(errors.acceleration, 2e-6) << leaf;
        EXPECT_LT(errors.potential, 2e-6) << leaf;
      }
    }
}

}  // namespace
}  // namespace tucana::test
