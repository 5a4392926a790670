#include "tucana/gravity/ranks/ranked_engine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <vector>

#include "tests/core/thread_ranks.h"
#include "tests/gravity/bodies.h"
#include "tests/gravity/engines.h"
#include "tests/gravity/same_results.h"
#include "tucana/parallel/thread_pool.h"

namespace tucana::test {
namespace {

const Tick rank_time = Tick::nearest(1.0625);

constexpr Wanted far_with_snap{
    .potential = true, .nearest = true, .lists = true, .snap = true, .far_only = true, .list_rule = ListRule::segment};
constexpr Wanted potential_alone{.acceleration = false, .potential = true};

/// One of each kind and, on the processor, of each precision: that bits do not depend on the other targets of a call is
/// tested for all engines elsewhere (determinism_test.cpp).
std::vector<EngineChoice> some_engines() {
  std::vector<EngineChoice> choices{{"reference", Precision::fp64}};
  for (const Precision precision : all_precisions) choices.push_back({"cpu", precision});
#ifndef TUCANA_NO_DEVICES
  choices.push_back({"opencl", Precision::two_float});
#endif
  return choices;
}

class RankedEngineBits : public testing::TestWithParam<EngineChoice> {
 protected:
  static TargetsAndResults evaluate(ForceEngine& engine, const Bodies& bodies, std::size_t n, const Wanted& wanted) {
    const auto sources = make_sources(engine, bodies);
    TargetsAndResults some;
    for (std::size_t t = 0; t < n; ++t) some.add(slot_at(7 + t), predicted(bodies, 7 + t, rank_time), 0.01, 0.03125);
    engine.evaluate(*sources, rank_time, some.targets(), {1e-5}, wanted, some.results()).wait();
    return some;
  }
};

TEST_P(RankedEngineBits, RanksDoNotChangeBits) {
  const Bodies bodies = make_bodies_with_crackle(500);
  const Bodies others = make_bodies_with_crackle(500, 2);
  for (const Wanted& wanted : {everything, far_with_snap, potential_alone}) {
    // A part without targets, and parts of unequal length.
    for (const std::size_t n : {33, 200}) {
      SerialWorkers workers;
      const auto engine = make_engine(GetParam(), workers);
      const TargetsAndResults wanted_bits = evaluate(*engine, bodies, n, wanted);
      EXPECT_FALSE(same_columns(evaluate(*engine, others, n, wanted).potential, wanted_bits.potential)) << "a control";
      for (const int size : {2, 3, 4}) {
        std::atomic<int> done = 0;
        ThreadRanks(size).run([&](Communicator& ranks) {
          ThreadPool pool(ranks.rank() + 1);
          const auto ranked = in_ranks(make_engine(GetParam(), pool), ranks, DividingRule(1));
          expect_same_bits(evaluate(*ranked, bodies, n, wanted), wanted_bits);
          EXPECT_GT(ranks.counts().messages, 0) << "it was divided";
          EXPECT_EQ(ranked->arithmetic_class(), engine->arithmetic_class());
          ++done;
        });
        EXPECT_EQ(done, size);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, RankedEngineBits, testing::ValuesIn(some_engines()), engine_name);

TEST(RankedEngine, SmallSumsAreMadeByEachRank) {
  const Bodies bodies = make_bodies(500);
  ThreadRanks(2).run([&](Communicator& ranks) {
    SerialWorkers workers;
    RankedEngine engine(make_engine({}, workers), ranks, DividingRule(500.0 * 100));
    const auto sources = make_sources(engine, bodies);
    const auto evaluate = [&](std::size_t n) {
      TargetsAndResults some;
      for (std::size_t t = 0; t < n; ++t) some.add(slot_at(t), predicted(bodies, t, rank_time));
      engine.evaluate(*sources, rank_time, some.targets(), {1e-5}, force_and_potential, some.results()).wait();
      return ranks.counts().messages;
    };
    EXPECT_EQ(evaluate(99), 0);
    EXPECT_EQ(evaluate(100), 1);
  });
}

TEST(RankParts, CoverAllRowsOnce) {
  for (const int size : {2, 3, 5})
    ThreadRanks(size).run([&](Communicator& ranks) {
      for (const std::size_t rows : {1, 31, 32, 33, 64, 1000}) {
        const RankParts parts(rows, ranks, 32);
        EXPECT_EQ(parts.begin(0), 0);
        std::size_t longest = 0;
        for (std::size_t r = 0; r < parts.ranks(); ++r) {
          EXPECT_TRUE(parts.begin(r) % 32 == 0 || parts.begin(r) == rows);
          EXPECT_EQ(parts.begin(r) + parts.size(r), parts.begin(r + 1));
          longest = std::max(longest, parts.size(r));
        }
        EXPECT_EQ(parts.begin(parts.ranks()), rows);
        EXPECT_LE(longest, rows / parts.ranks() + 64);
      }
    });
}

}  // namespace
}  // namespace tucana::test
