#include "tucana/core/tick.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>

namespace tucana {
namespace {

TEST(Tick, NearestIsExactOnTheGrid) {
  EXPECT_EQ(Tick::nearest(0.125).n, std::int64_t{1} << 45);
  EXPECT_EQ(Tick::nearest(-3).n, -(std::int64_t{3} << 48));
  EXPECT_EQ(Tick::nearest(32767).units(), 32767.0);
  EXPECT_EQ((Tick{(std::int64_t{1} << 62) + 1} - Tick{std::int64_t{1} << 62}).units(), 0x1p-48);
}

TEST(Tick, LabelIsTheShortestDecimalThatComesBack) {
  for (const double time : {0.0, 0.7, 0.1, -0.3, 123.456, 1e-9, 0.375, 32000.1}) {
    EXPECT_EQ(Tick::nearest(time).label(), time);
  }
  for (const Tick t : {Tick{1}, Tick{-12345}, Tick{(std::int64_t{1} << 52) + 1}})
    EXPECT_EQ(Tick::nearest(t.label()), t);
}

TEST(Tick, WhatLiesBeyondTheRangeBecomesItsEnd) {
  const Tick last = Tick::never, first{INT64_MIN};
  EXPECT_EQ(Tick::nearest(32768), last);
  EXPECT_EQ(Tick::nearest(1e300), last);
  EXPECT_EQ(Tick::nearest(std::numeric_limits<double>::infinity()), last);
  EXPECT_EQ(Tick::nearest(-32769), first);
  EXPECT_EQ(Tick::nearest(-1e300), first);
  EXPECT_EQ(last + Tick{1}, last);
  EXPECT_EQ(first + Tick{-1}, first);
  EXPECT_EQ(first - Tick{1}, first);
  EXPECT_EQ(last - Tick{-1}, last);
  EXPECT_EQ(last - first, last);
  EXPECT_EQ(first - last, first);
  EXPECT_EQ(Tick{5} - Tick{7}, Tick{-2});
  EXPECT_EQ(Tick::nearest(last.label()), last);
}

TEST(Level, HasNoMultipleBeyondTheRange) {
  EXPECT_EQ(Level{0}.next_multiple(Tick::never), Tick::never);
  EXPECT_EQ(Level::at_most(1).next_multiple(Tick::nearest(32767.5)), Tick::never);
  EXPECT_EQ(Level{62}.next_multiple(Tick::nearest(20000)), Tick::never);
  EXPECT_EQ(Level{3}.next_multiple(Tick{-1}), Tick{0});
}

TEST(Level, AtMostIsTheLargestPowerOfTwoNotAbove) {
  EXPECT_EQ(Level::at_most(1).log2, 48);
  EXPECT_EQ(Level::at_most(0.999).log2, 47);
  EXPECT_EQ(Level::at_most(2).log2, 49);
  EXPECT_EQ(Level::at_most(0x1p-48).log2, 0);
  EXPECT_EQ(Level::at_most(0).log2, 0);
  EXPECT_EQ(Level::at_most(1e300).log2, 62);
  EXPECT_EQ(Level::at_most(std::nan("")).log2, 0);
}

TEST(Level, DividesOnlyItsMultiples) {
  const Level eighth = Level::at_most(0.125);
  EXPECT_TRUE(eighth.divides(Tick{0}));
  EXPECT_TRUE(eighth.divides(Tick::nearest(0.375)));
  EXPECT_FALSE(eighth.divides(Tick::nearest(0.3125)));
  EXPECT_EQ(Level::largest_dividing(Tick::nearest(0.3125)), Level::at_most(0.0625));
  EXPECT_EQ(eighth.next_multiple(Tick::nearest(0.3125)), Tick::nearest(0.375));
  EXPECT_EQ(eighth.next_multiple(Tick::nearest(0.375)), Tick::nearest(0.5));
  EXPECT_EQ(Level{0}.next_multiple(Tick{7}), Tick{8});
}

}  // namespace
}  // namespace tucana
