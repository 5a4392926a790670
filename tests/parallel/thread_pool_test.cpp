#include "tucana/parallel/thread_pool.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>

namespace tucana {
namespace {

/// A limit on memory in which the stacks of so many threads have no room. In a child: limits cannot be raised again.
void expect_a_pool_under_a_limit() {
  unsigned long pages = 0;
  std::FILE* status = std::fopen("/proc/self/statm", "r");
  if (status == nullptr || std::fscanf(status, "%lu", &pages) != 1) std::_Exit(3);
  std::fclose(status);
  const rlim_t most = pages * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE)) + (rlim_t{1} << 28);
  const rlimit limits{most, most};
  ::setrlimit(RLIMIT_AS, &limits);
  ThreadPool pool(1000);
  std::atomic<int> done{0};
  pool.run(100, [&](std::size_t, int) { ++done; });
  std::_Exit(pool.missing() > 0 && pool.count() + pool.missing() == 1000 && done == 100 ? 0 : 4);
}

TEST(ThreadPool, GoesOnWithTheThreadsThatCouldBeStarted) {
  EXPECT_EQ(ThreadPool(3).missing(), 0);
  EXPECT_EXIT(expect_a_pool_under_a_limit(), testing::ExitedWithCode(0), "");
}

class ThreadPoolTest : public testing::TestWithParam<int> {};

TEST_P(ThreadPoolTest, DoesEveryUnitOnceInManySmallRegions) {
  ThreadPool pool(GetParam());
  EXPECT_EQ(pool.count(), GetParam());
  for (std::size_t region = 0; region < 3000; ++region) {
    const std::size_t units = region % 17;
    std::vector<int> done(units, 0);
    pool.run(units, [&](std::size_t u, int worker) {
      done[u] += 1;
      EXPECT_LT(worker, pool.count());
    });
    EXPECT_EQ(std::accumulate(done.begin(), done.end(), 0), static_cast<int>(units));
    EXPECT_TRUE(std::all_of(done.begin(), done.end(), [](int d) { return d == 1; }));
  }
}

// Helpers that come late must not take units of the region that is being opened: a growing number of units, region
// after region, gives them the chance, and threads that outnumber the processors the time.
TEST_P(ThreadPoolTest, LateHelpersDoNotTouchTheNextRegion) {
  ThreadPool pool(GetParam());
  std::array<std::atomic<int>, 64> done{};
  for (std::size_t region = 0; region < 150000; ++region) {
    const std::size_t units = 2 + region % 13 * 4;
    pool.run(units, [&](std::size_t u, int) { done[u].fetch_add(1, std::memory_order_relaxed); });
    for (std::size_t u = 0; u < done.size(); ++u) ASSERT_EQ(done[u].exchange(0), u < units ? 1 : 0) << region;
  }
}

TEST_P(ThreadPoolTest, RethrowsTheErrorOfTheLowestUnitAndGoesOn) {
  ThreadPool pool(GetParam());
  for (int round = 0; round < 50; ++round) {
    std::string message;
    try {
      pool.run(40, [](std::size_t u, int) {
        if (u % 10 == 3) throw std::runtime_error(std::to_string(u));
      });
    } catch (const std::runtime_error& e) {
      message = e.what();
    }
    EXPECT_EQ(message, "3");
  }
}

TEST_P(ThreadPoolTest, NestedRegionsRunSeriallyWithTheirWorkersNumber) {
  ThreadPool pool(GetParam());
  std::atomic<int> inner{0};
  pool.run(8, [&](std::size_t, int outer_worker) {
    pool.run(5, [&](std::size_t, int inner_worker) {
      EXPECT_EQ(inner_worker, outer_worker);
      ++inner;
    });
  });
  EXPECT_EQ(inner, 40);
}

INSTANTIATE_TEST_SUITE_P(Threads, ThreadPoolTest, testing::Values(1, 2, 3, 8));

/// The threads stay with the process that made them. What a forked one has is a pool that works alone and goes quietly.
TEST_P(ThreadPoolTest, WorksAndEndsInAForkedProcess) {
  auto pool = std::make_unique<ThreadPool>(GetParam());
  std::atomic<int> sum{0};
  pool->run(100, [&](std::size_t, int) { ++sum; });
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);
    sum = 0;
    pool->run(100, [&](std::size_t, int) { ++sum; });
    pool.reset();
    _exit(sum == 100 ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  pool->run(100, [&](std::size_t, int) { ++sum; });
  EXPECT_EQ(sum, 200);
}

}  // namespace
}  // namespace tucana
