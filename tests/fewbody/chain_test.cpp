#include "tucana/fewbody/chain.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "tucana/core/random.h"

namespace tucana {
namespace {

std::vector<Vec3> cloud(std::size_t n, std::uint64_t seed) {
  std::vector<Vec3> x(n);
  for (std::size_t i = 0; i < n; ++i) {
    RandomStream random(seed, RandomUse::test, i);
    const double radius = random.uniform();
    x[i] = radius * random.direction();
  }
  return x;
}

TEST(Chain, LinksBodiesOnALineInTheirOrder) {
  const std::vector<Vec3> x{{5, 0, 0}, {0, 0, 0}, {3, 0, 0}, {1, 0, 0}, {10, 0, 0}};
  const Chain chain(x);
  const std::vector<std::uint32_t> expected{1, 3, 2, 0, 4};
  EXPECT_TRUE(std::ranges::equal(chain.row(), expected));
}

TEST(Chain, NamesEveryBodyOnce) {
  for (const std::size_t n : {2, 3, 10, 25}) {
    const Chain chain(cloud(n, n));
    std::vector<std::uint32_t> row(chain.row().begin(), chain.row().end()), all(n);
    std::sort(row.begin(), row.end());
    std::iota(all.begin(), all.end(), 0U);
    EXPECT_EQ(row, all);
  }
}

TEST(Chain, LeadsBackToMembersAboutTheirCentre) {
  const auto x = cloud(7, 1);
  const std::vector<double> masses{1, 2, 3, 0, 5, 1, 1};
  const Chain chain(x);
  std::vector<Vec3> links(6), back(7);
  chain.to_links(x, links);
  chain.to_members(links, masses, back);
  Vec3 centre;
  for (std::size_t i = 0; i < 7; ++i) centre += masses[i] * back[i];
  EXPECT_LT(norm(centre), 1e-14);
  for (std::size_t i = 1; i < 7; ++i) EXPECT_LT(norm((back[i] - back[0]) - (x[i] - x[0])), 1e-14);
}

TEST(Chain, IsOutdatedWhereOthersAreCloser) {
  std::vector<Vec3> x{{0, 0, 0}, {1, 0, 0}, {2.1, 0, 0}}, links(2);
  const Chain chain(x);
  chain.to_links(x, links);
  EXPECT_FALSE(chain.is_outdated(links));
  x[2] = {0, 0.5, 0};  // now near the first body
  chain.to_links(x, links);
  EXPECT_TRUE(chain.is_outdated(links));
}

TEST(Chain, NewLinksAreSumsOfOldOnes) {
  auto x = cloud(8, 2);
  const Chain before(x);
  std::vector<Vec3> links(7), expected(7);
  before.to_links(x, links);
  auto moved = cloud(8, 3);
  const Chain after(moved);
  ASSERT_FALSE(before == after);
  after.to_links(x, expected);
  const auto renewed = before.links_of(after, links);
  for (std::size_t k = 0; k < 7; ++k) EXPECT_LT(norm(renewed[k] - expected[k]), 1e-15);
}

}  // namespace
}  // namespace tucana
