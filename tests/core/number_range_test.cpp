#include "tucana/core/number_range.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tucana {
namespace {

TEST(NumberRange, HoldsItsClosedEndsOnly) {
  EXPECT_TRUE(from_to(1, 2).contains(1));
  EXPECT_TRUE(from_to(1, 2).contains(2));
  EXPECT_FALSE(from_to(1, 2).contains(std::nextafter(1.0, 0)));
  EXPECT_FALSE(above_to(0, 1).contains(0));
  EXPECT_TRUE(above_to(0, 1).contains(1));
  EXPECT_FALSE((NumberRange{.high = 1, .high_open = true}.contains(1)));
  EXPECT_TRUE(at_least(3).contains(1e300));
  EXPECT_TRUE(zero_or(from_to(1, 2)).contains(0));
  EXPECT_FALSE(zero_or(from_to(1, 2)).contains(0.5));
  for (const NumberRange& range : {NumberRange{}, at_least(0), zero_or(above_to(0, 1))})
    EXPECT_FALSE(range.contains(std::nan("")));
}

TEST(NumberRange, SaysWhichEndIsBroken) {
  EXPECT_EQ(text_of(NumberRange{}), "");
  EXPECT_EQ(text_of(above_to(0, 1)), "> 0, <= 1");
  EXPECT_EQ(text_of(zero_or(from_to(1e-9, 1e12))), "0 or >= 1e-09, <= 1e+12");
  EXPECT_EQ(text_of(NumberRange{.high = 2147483647, .high_open = true}), "< 2147483647");
  EXPECT_EQ(broken_bound(above_to(0, 1), 0), "> 0");
  EXPECT_EQ(broken_bound(above_to(0, 1), 2), "<= 1");
  EXPECT_EQ(broken_bound(above_to(0, 1), 0.5), "");
  EXPECT_EQ(broken_bound(zero_or(at_least(1)), 0.5), "0 or >= 1");
  EXPECT_EQ(broken_bound(from_to(1, 2), std::nan("")), ">= 1");
}

}  // namespace
}  // namespace tucana
