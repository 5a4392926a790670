#include <gtest/gtest.h>

#include "tests/tree/tree_run.h"

namespace tucana::test {
namespace {

/// A coincident pair without softening is told by results that are not finite, and spoils nobody else.
TEST(TreeCoincident, PairWithoutSoftening) {
  Bodies bodies = resting_bodies(100);
  bodies.position[3] = bodies.position[70];
  TreeRun run{all_opened(), 0};
  const Forces got = run.forces(bodies);
  for (std::size_t i = 0; i < 100; ++i) ASSERT_EQ(is_finite(got.acceleration[i]), i != 3 && i != 70) << i;
}

/// Places of targets and sources are rounded in the same way, so that what is at one place stays there.
TEST(TreeCoincident, PairsWithSofteningDoNotPullEachOther) {
  Bodies bodies = resting_bodies(200);
  for (std::size_t i = 0; i + 1 < bodies.size(); i += 2) bodies.position[i] = bodies.position[i + 1];
  TreeRun run{all_opened(), 1e-3};
  EXPECT_LT(errors_of(run.forces(bodies), direct_forces(bodies, 1e-3)).acceleration, 2e-6);
}

}  // namespace
}  // namespace tucana::test
