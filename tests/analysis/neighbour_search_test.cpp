#include "tucana/analysis/neighbour_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "tucana/core/random.h"
#include "tucana/parallel/thread_pool.h"

namespace tucana {
namespace {

std::vector<Neighbour> brute_force(const std::vector<Vec3>& points, std::size_t i, std::size_t count) {
  std::vector<Neighbour> all;
  for (std::size_t j = 0; j < points.size(); ++j) {
    if (j != i) all.push_back({norm2(points[j] - points[i]), static_cast<std::uint32_t>(j)});
  }
  const std::size_t found = std::min(count, all.size());
  std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(found), all.end());
  all.resize(found);
  return all;
}

std::vector<Vec3> make_points(const std::string& shape, std::size_t n) {
  std::vector<Vec3> points;
  for (std::size_t i = 0; i < n; ++i) {
    RandomStream random(9, RandomUse::test, i);
    const Vec3 uniform{random.uniform(), random.uniform(), random.uniform()};
    if (shape == "uniform") points.push_back(uniform);
    // Nested clumps over twelve decades.
    if (shape == "clustered") points.push_back(uniform * std::pow(10, -12 * random.uniform()));
    // Many equal distances: ties are the rule.
    if (shape == "grid") points.push_back({std::floor(8 * uniform.x), std::floor(8 * uniform.y), 0});
    if (shape == "line") points.push_back({0, static_cast<double>(i % 300), 0});
    if (shape == "one place") points.push_back({1, 2, 3});
    if (shape == "two places") points.push_back({i % 3 == 0 ? 1.0 : 2.0, 0, 0});
  }
  return points;
}

class NeighbourSearchTest : public testing::TestWithParam<const char*> {};

TEST_P(NeighbourSearchTest, FindsWhatBruteForceFindsWithAnyNumberOfThreads) {
  for (const std::size_t n : {1, 2, 3, 6, 7, 17, 33, 1200}) {
    const std::vector<Vec3> points = make_points(GetParam(), n);
    std::vector<std::vector<Neighbour>> expected;
    for (std::size_t i = 0; i < n; ++i) expected.push_back(brute_force(points, i, 40));
    for (const std::size_t count : {1, 6, 40}) {
      for (const int threads : {1, 2, 3}) {
        ThreadPool workers(threads);
        const Neighbours found = nearest_neighbours(points, count, workers);
        ASSERT_EQ(found.count, std::min(count, n - 1));
        for (std::size_t i = 0; i < n; ++i) {
          const auto near = found.of(i);
          ASSERT_TRUE(std::equal(near.begin(), near.end(), expected[i].begin()))
              << "point " << i << " of " << n << ", " << count << " neighbours";
        }
      }
    }
  }
}

// Without the tie rule in the pruning these would take n^2 operations, minutes instead of a moment.
TEST_P(NeighbourSearchTest, DoesManyPoints) {
  SerialWorkers workers;
  constexpr std::size_t n = 50000;
  const Neighbours found = nearest_neighbours(make_points(GetParam(), n), 6, workers);
  EXPECT_EQ(found.entries.size(), 6 * n);
  for (std::size_t i = 0; i < n; i += 997) {
    EXPECT_TRUE(std::is_sorted(found.of(i).begin(), found.of(i).end()));
    for (const Neighbour& near : found.of(i)) EXPECT_NE(near.index, i);
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, NeighbourSearchTest,
                         testing::Values("uniform", "clustered", "grid", "line", "one place", "two places"));

TEST(NeighbourSearch, NothingToFind) {
  SerialWorkers workers;
  EXPECT_EQ(nearest_neighbours({}, 6, workers).count, 0u);
  const std::vector<Vec3> points(5);
  EXPECT_EQ(nearest_neighbours(points, 0, workers).count, 0u);
  EXPECT_TRUE(nearest_neighbours(points, 0, workers).of(3).empty());
}

}  // namespace
}  // namespace tucana
