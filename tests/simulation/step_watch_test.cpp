#include "tucana/simulation/step_watch.h"

#include <gtest/gtest.h>

namespace tucana {
namespace {

TEST(StepWatch, TellsOnceOfARateFarAboveTheFirst) {
  StepWatch watch;
  EXPECT_FALSE(watch.see(0, 0));
  EXPECT_FALSE(watch.see(0.5, 1000)) << "2000 in a unit is what it is measured by";
  EXPECT_FALSE(watch.see(1.5, 1000 + 60000));
  const auto excess = watch.see(2, 61000 + 50000);
  ASSERT_TRUE(excess.has_value());
  EXPECT_EQ(excess->rate, 1e5);
  EXPECT_EQ(excess->times, 50);
  EXPECT_FALSE(watch.see(3, 1000000000)) << "once";
}

TEST(StepWatch, IsNotMisledByARunThatGoesBack) {
  StepWatch watch;
  watch.see(0, 0);
  watch.see(1, 1000);
  watch.see(2, 2000);
  EXPECT_FALSE(watch.see(1, 1000));
  EXPECT_FALSE(watch.see(2, 3000));
  EXPECT_FALSE(watch.see(2, 3000)) << "the same time twice";
}

}  // namespace
}  // namespace tucana
