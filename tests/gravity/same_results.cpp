#include "tests/gravity/same_results.h"

#include <gtest/gtest.h>

namespace tucana::test {

void expect_same_bits(const TargetsAndResults& a, const TargetsAndResults& b) {
  EXPECT_TRUE(same_columns(a.acceleration, b.acceleration));
  EXPECT_TRUE(same_columns(a.jerk, b.jerk));
  EXPECT_TRUE(same_columns(a.snap, b.snap));
  EXPECT_TRUE(same_columns(a.potential, b.potential));
  EXPECT_TRUE(same_columns(a.nearest, b.nearest));
  EXPECT_TRUE(same_columns(a.nearest_distance2, b.nearest_distance2));
  EXPECT_EQ(a.lists.first, b.lists.first);
  EXPECT_EQ(a.lists.slots, b.lists.slots);
}

}  // namespace tucana::test
