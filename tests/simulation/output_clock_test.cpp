#include "tucana/simulation/output_clock.h"

#include <gtest/gtest.h>

namespace tucana {
namespace {

TEST(OutputClock, BeginsAtZeroAndDoesNotDrift) {
  const OutputClock tenths(0.1);
  Tick t = tenths.after(Tick{-1});
  EXPECT_EQ(t, Tick{0});
  for (int k = 1; k <= 10000; ++k) {
    t = tenths.after(t);
    ASSERT_EQ(t, Tick::nearest(k * 0.1));
  }
  EXPECT_EQ(t, Tick::nearest(1000));
}

TEST(OutputClock, FindsTheNextTimeAfterAnotherCadence) {
  EXPECT_EQ(OutputClock(0.25).after(Tick::nearest(0.7)), Tick::nearest(0.75));
  EXPECT_EQ(OutputClock(0.25).after(Tick::nearest(0.75)), Tick::nearest(1));
  EXPECT_EQ(OutputClock(5).after(Tick::nearest(0.75)), Tick::nearest(5));
}

TEST(OutputClock, WithoutAnIntervalIsDueAtTheStartOnly) {
  EXPECT_EQ(OutputClock(0).after(Tick{-1}), Tick{0});
  EXPECT_EQ(OutputClock(0).after(Tick{0}), Tick::never);
}

TEST(OutputClock, HoldsForTheShortestAndLongestIntervals) {
  const OutputClock ticks(0x1p-48);
  EXPECT_EQ(ticks.after(Tick{41}), Tick{42});
  EXPECT_EQ(OutputClock(30000).after(Tick{0}), Tick::nearest(30000));
}

TEST(OutputClock, GoesOnWhenTheEpochHasMoved) {
  const OutputClock moved(7000, 32767);
  EXPECT_EQ(moved.after(Tick::nearest(28000 - 32767)), Tick::nearest(35000 - 32767));
  EXPECT_EQ(moved.after(Tick::nearest(35000 - 32767)), Tick::nearest(42000 - 32767));
  EXPECT_EQ(OutputClock(1e5, 5 * 32767.0).after(Tick{INT64_MIN}), Tick::nearest(2e5 - 5 * 32767.0))
      << "the last output may be out of reach";
  EXPECT_EQ(OutputClock(0, 32767).after(Tick{-5}), Tick::never);
}

TEST(OutputClock, IsNeverDueBeyondTheRangeOfTicks) {
  for (const double interval : {32768.0, 40000.0, 1e300}) EXPECT_EQ(OutputClock(interval).after(Tick{0}), Tick::never);
  EXPECT_EQ(OutputClock(32).after(Tick::nearest(32736)), Tick::never) << "32768 is the first time out of reach";
  EXPECT_EQ(OutputClock(32).after(Tick::never), Tick::never);
}

}  // namespace
}  // namespace tucana
