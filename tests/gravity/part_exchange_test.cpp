#include "tucana/gravity/ranks/part_exchange.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "tucana/core/random.h"

namespace tucana::test {
namespace {

using Parts = std::vector<std::size_t>;

TEST(PartsOfEqualCost, AreContiguousAndNearlyEqual) {
  EXPECT_EQ(parts_of_equal_cost(std::vector{1.0, 1.0, 1.0, 1.0}, 2), (Parts{0, 2, 4}));
  EXPECT_EQ(parts_of_equal_cost(std::vector{3.0, 1.0, 1.0, 1.0}, 2), (Parts{0, 1, 4}));
  EXPECT_EQ(parts_of_equal_cost(std::vector{1.0, 1.0, 1.0, 3.0}, 2), (Parts{0, 3, 4}));
}

TEST(PartsOfEqualCost, MayBeEmpty) {
  EXPECT_EQ(parts_of_equal_cost({}, 3), (Parts{0, 0, 0, 0}));
  const Parts one = parts_of_equal_cost(std::vector{5.0}, 3);
  EXPECT_EQ(one.front(), 0);
  EXPECT_EQ(one.back(), 1);
  EXPECT_TRUE(std::ranges::is_sorted(one));
}

/// No part is larger than its share by more than one row.
TEST(PartsOfEqualCost, HoldForAnyCosts) {
  RandomStream random(1, RandomUse::test, 0);
  for (std::size_t ranks = 1; ranks < 9; ++ranks) {
    std::vector<double> costs(40);
    for (double& cost : costs) cost = random.uniform() < 0.3 ? 0 : 10 * random.uniform();
    const double share = std::accumulate(costs.begin(), costs.end(), 0.0) / static_cast<double>(ranks);
    const Parts first = parts_of_equal_cost(costs, ranks);
    ASSERT_EQ(first.size(), ranks + 1);
    EXPECT_EQ(first.front(), 0);
    EXPECT_EQ(first.back(), costs.size());
    for (std::size_t r = 0; r < ranks; ++r) {
      ASSERT_LE(first[r], first[r + 1]);
      const auto begin = costs.begin() + static_cast<std::ptrdiff_t>(first[r]);
      const auto end = costs.begin() + static_cast<std::ptrdiff_t>(first[r + 1]);
      EXPECT_LE(std::accumulate(begin, end, 0.0), share + *std::ranges::max_element(costs));
    }
  }
}

}  // namespace
}  // namespace tucana::test
