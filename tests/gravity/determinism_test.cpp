#include <gtest/gtest.h>

#include <cstring>
#include <memory>

#include "tests/gravity/bodies.h"
#include "tests/gravity/engines.h"
#include "tucana/parallel/thread_pool.h"

namespace tucana::test {
namespace {

const Tick sum_time = Tick::nearest(1.0625);
constexpr double list_radius2 = 0.01, list_time = 0.03125;

constexpr Wanted everything_far{
    .potential = true, .nearest = true, .lists = true, .snap = true, .far_only = true, .list_rule = ListRule::segment};
constexpr Wanted both_wanted[] = {everything, everything_far};

/// Bit for bit, so that a negative zero or another NaN counts as a difference.
void expect_same_bits(const TargetsAndResults& a, std::size_t from_a, const TargetsAndResults& b, std::size_t from_b,
                      std::size_t n) {
  const auto same = [n](const auto* x, const auto* y) { return std::memcmp(x, y, n * sizeof *x) == 0; };
  EXPECT_TRUE(same(&a.acceleration[from_a], &b.acceleration[from_b])) << "target " << from_a;
  EXPECT_TRUE(same(&a.jerk[from_a], &b.jerk[from_b])) << "target " << from_a;
  EXPECT_TRUE(same(&a.snap[from_a], &b.snap[from_b])) << "target " << from_a;
  EXPECT_TRUE(same(&a.potential[from_a], &b.potential[from_b])) << "target " << from_a;
  EXPECT_TRUE(same(&a.nearest_distance2[from_a], &b.nearest_distance2[from_b])) << "target " << from_a;
  EXPECT_TRUE(same(&a.nearest[from_a], &b.nearest[from_b])) << "target " << from_a;
  for (std::size_t t = 0; t < n; ++t) {
    const auto x = a.lists.of(from_a + t), y = b.lists.of(from_b + t);
    EXPECT_TRUE(std::equal(x.begin(), x.end(), y.begin(), y.end())) << "target " << from_a + t;
  }
}

class Determinism : public EngineTest {
 protected:
  TargetsAndResults evaluate(Workers& workers, std::size_t first, std::size_t n, const Wanted& wanted = everything) {
    const auto engine = make_engine(GetParam(), workers);
    const auto sources = make_sources(*engine, bodies_);
    TargetsAndResults some;
    for (std::size_t t = first; t < first + n; ++t)
      some.add(slot_at(t), predicted(bodies_, t, sum_time), list_radius2, list_time);
    engine->evaluate(*sources, sum_time, some.targets(), {1e-5}, wanted, some.results()).wait();
    return some;
  }

  // Eleven leaves, or five where kernels are interpreted: an odd number at more than one level of the tree.
  Bodies bodies_ = make_bodies_with_crackle(GetParam().kind == "cuda" ? 1200 : 2600);
};

TEST_P(Determinism, ThreadsDoNotChangeBits) {
  // Counts on both sides of every choice of the work plan: serial, one block, few blocks, predicted first.
  for (const Wanted& wanted : both_wanted)
    for (const std::size_t n : {1, 5, 33, 64, 100, 300}) {
      const auto one = evaluate(workers_, 100, n, wanted);
      for (const int threads : {2, 3}) {
        // Work for a device is divided by the number of targets and rows alone.
        if (threads == 3 && GetParam().kind == "cuda") continue;
        ThreadPool pool(threads);
        expect_same_bits(one, 0, evaluate(pool, 100, n, wanted), 0, n);
      }
    }
}

TEST_P(Determinism, GroupingOfTargetsDoesNotChangeBits) {
  ThreadPool pool(2);
  for (const Wanted& wanted : both_wanted) {
    const auto all = evaluate(workers_, 0, 700, wanted);
    for (const std::size_t t : {0, 1, 31, 32, 255, 256, 511, 699})
      expect_same_bits(all, t, evaluate(pool, t, 1, wanted), 0, 1);
    for (const std::size_t t : {3, 250}) expect_same_bits(all, t, evaluate(workers_, t, 50, wanted), 0, 50);
  }
}

TEST_P(Determinism, ParkedRowsDoNotChangeBits) {
  const auto plain = evaluate(workers_, 0, 40);
  const auto sources = make_sources(*engine_, bodies_);
  sources->resize(bodies_.size() + 1000);
  TargetsAndResults again;
  for (std::size_t t = 0; t < 40; ++t) again.add(slot_at(t), predicted(bodies_, t, sum_time), list_radius2);
  engine_->evaluate(*sources, sum_time, again.targets(), {1e-5}, everything, again.results()).wait();
  expect_same_bits(plain, 0, again, 0, 40);
}

TEST_P(Determinism, WhatElseIsWantedDoesNotChangeBits) {
  const auto all = evaluate(workers_, 0, 40);
  const auto sources = make_sources(*engine_, bodies_);
  TargetsAndResults lean;
  for (std::size_t t = 0; t < 40; ++t) lean.add(slot_at(t), predicted(bodies_, t, sum_time));
  engine_->evaluate(*sources, sum_time, lean.targets(), {1e-5}, {true, false, false, false}, lean.results()).wait();
  EXPECT_EQ(lean.acceleration, all.acceleration);
  EXPECT_EQ(lean.jerk, all.jerk);
  EXPECT_EQ(lean.potential, std::vector<double>(40, -7.0)) << "not wanted, not touched";
}

INSTANTIATE_TEST_SUITE_P(Engines, Determinism, testing::ValuesIn(all_engines()), engine_name);

}  // namespace
}  // namespace tucana::test
