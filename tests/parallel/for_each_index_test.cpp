#include "tucana/core/for_each_index.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "tucana/parallel/thread_pool.h"

namespace tucana {
namespace {

class ForEachIndex : public testing::TestWithParam<int> {
 protected:
  ThreadPool pool{GetParam()};
};

/// Numbers below, at and above a grain, and such that no part of them is a whole number of grains.
constexpr std::size_t numbers[] = {0, 1, 6, 7, 8, 13, 14, 15, 100, 1001};

TEST_P(ForEachIndex, DoesEachOnce) {
  for (const std::size_t n : numbers) {
    std::vector<std::atomic<int>> claimed(n), with_affinity(n);
    for_each_index<7>(pool, n, [&](std::size_t i) { ++claimed[i]; });
    for_each_index_with_affinity<7>(pool, n, [&](std::size_t i) { ++with_affinity[i]; });
    for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(claimed[i] + 10 * with_affinity[i], 11) << i << " of " << n;
  }
}

TEST_P(ForEachIndex, FindsTheLowestForWhichItIsTrue) {
  for (const std::size_t n : numbers) {
    EXPECT_EQ(first_index_where<7>(pool, n, [](std::size_t) { return false; }), n);
    EXPECT_EQ(first_index_where<7>(pool, n, [](std::size_t i) { return i % 5 == 4; }), std::min<std::size_t>(n, 4));
    EXPECT_EQ(first_index_where<7>(pool, n, [&](std::size_t i) { return i + 1 == n; }), n == 0 ? 0 : n - 1);
  }
}

TEST_P(ForEachIndex, InsideAUnitIsSerial) {
  std::vector<std::atomic<int>> done(40);
  pool.run(4, [&](std::size_t unit, int) {
    for_each_index_with_affinity<3>(pool, 10, [&](std::size_t i) { ++done[10 * unit + i]; });
  });
  for (const auto& d : done) EXPECT_EQ(d, 1);
}

// So that each may have room of its own.
TEST_P(ForEachIndex, NoTwoThreadsAreOneWorkerAtATime) {
  std::vector<std::atomic<bool>> busy(static_cast<std::size_t>(pool.count()));
  std::atomic<int> clashes = 0, done = 0;
  const auto work = [&](std::size_t, int worker) {
    std::atomic<bool>& mine = busy[static_cast<std::size_t>(worker)];
    if (mine.exchange(true)) ++clashes;
    ++done;
    mine = false;
  };
  for_each_index_of_worker<3>(pool, 1000, work);
  pool.run(20, [&](std::size_t, int) { for_each_index_of_worker<3>(pool, 2, work); });
  pool.run(20, [&](std::size_t, int) { for_each_index_of_worker<3>(pool, 100, work); });
  EXPECT_EQ(done, 1000 + 20 * 2 + 20 * 100);
  EXPECT_EQ(clashes, 0);
}

TEST_P(ForEachIndex, ErrorsComeThrough) {
  for (const std::size_t bad : {0, 50, 99}) {
    std::string words;
    try {
      for_each_index_with_affinity<4>(pool, 100, [&](std::size_t i) {
        if (i == bad) throw std::runtime_error("bad");
      });
    } catch (const std::runtime_error& error) {
      words = error.what();
    }
    EXPECT_EQ(words, "bad") << bad;
  }
  int done = 0;
  for_each_index_with_affinity<4>(pool, 3, [&](std::size_t) { ++done; });
  EXPECT_EQ(done, 3);
}

INSTANTIATE_TEST_SUITE_P(Threads, ForEachIndex, testing::Values(1, 2, 3, 8));

}  // namespace
}  // namespace tucana
