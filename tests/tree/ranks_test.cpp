#include <gtest/gtest.h>

#include <atomic>
#include <cstring>

#include "tests/core/thread_ranks.h"
#include "tests/tree/tree_run.h"
#include "tucana/parallel/thread_pool.h"
#include "tucana/tree/walk_exchange.h"

namespace tucana::test {
namespace {

template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

Forces forces_of(TreeEngine& engine, const Bodies& bodies, std::size_t n) {
  const auto sources = make_sources(engine, bodies);
  Forces got;
  got.acceleration.resize(n);
  got.potential.resize(n);
  const auto slots = bodies.slots();
  Results results{};
  results.acceleration = got.acceleration;
  results.potential = got.potential;
  const Targets targets{std::span(slots).first(n), std::span(bodies.position).first(n), {}, {}};
  engine.evaluate(*sources, Tick{}, targets, {usual_eps2}, {.potential = true, .jerk = false}, results).wait();
  return got;
}

/// The walk is cut at groups, in the rounds that find accelerations too; interactions are counted over all ranks.
TEST(TreeRanks, DoNotChangeBits) {
  const Bodies bodies = resting_bodies(3000), others = resting_bodies(3000, 2);
  SerialWorkers serial;
  for (const auto criterion : {OpeningCriterion::angle, OpeningCriterion::acceleration}) {
    const TreeOptions options = plain_options(criterion, ExpansionOrder::quadrupole, 0x1p-4);
    for (const std::size_t n : {bodies.size(), std::size_t{1500}}) {
      const auto engine = make_tree_engine(options, "best", serial);
      const Forces wanted = forces_of(*engine, bodies, n);
      const TreeReport report = engine->last_report();
      EXPECT_FALSE(same_bits(forces_of(*engine, others, n).acceleration, wanted.acceleration)) << "a control";
      for (const int size : {2, 3, 4}) {
        std::atomic<int> done = 0;
        ThreadRanks(size).run([&](Communicator& ranks) {
          ThreadPool pool(ranks.rank() + 1);
          const auto ranked = make_tree_engine(options, "best", pool, own_decider(), ranks);
          const Forces got = forces_of(*ranked, bodies, n);
          EXPECT_TRUE(same_bits(got.acceleration, wanted.acceleration));
          EXPECT_TRUE(same_bits(got.potential, wanted.potential));
          EXPECT_EQ(ranked->last_report().interactions(), report.interactions());
          EXPECT_GT(ranks.counts().messages, 0) << "the walk was divided";
          ++done;
        });
        EXPECT_EQ(done, size);
      }
    }
  }
}

TEST(TreeRanks, HaveEveryGroupOnce) {
  ThreadRanks(3).run([&](Communicator& ranks) {
    for (const std::size_t groups : {0, 5, 12, 100, 101}) {
      const tree::GroupShares shares(groups, ranks);
      EXPECT_EQ(shares.are_divided(), groups >= 3 * tree::GroupShares::fewest);
      std::vector<int> walked(groups);
      for (std::size_t r = 0; r < shares.ranks(); ++r)
        for (std::size_t k = 0; k < shares.count(r); ++k) ++walked.at(shares.group(k, r));
      EXPECT_EQ(walked, std::vector<int>(groups, 1));
    }
  });
}

}  // namespace
}  // namespace tucana::test
