#include "tucana/core/communicator.h"

#include <gtest/gtest.h>

#include <atomic>
#include <vector>

#include "tests/core/thread_ranks.h"
#include "tucana/core/archive_checksum.h"

namespace tucana {
namespace {

TEST(Communicator, AloneNothingIsExchanged) {
  Communicator& ranks = alone();
  const ExchangeCounts before = ranks.counts();
  std::vector<int> values{1, 2, 3};
  const std::size_t first[] = {0, 3 * sizeof(int)};
  ranks.gather(std::as_writable_bytes(std::span(values)), first);
  ranks.broadcast(std::as_writable_bytes(std::span(values)));
  EXPECT_EQ(values, (std::vector<int>{1, 2, 3}));
  EXPECT_EQ(ranks.from_first("text"), "text");
  EXPECT_EQ(ranks.counts().messages, before.messages);
  EXPECT_TRUE(ranks.is_alone());
}

/// Three ranks and two exchanges: rank 1 is the last at the first one, rank 2 at the second.
TEST(ExchangeCounts, TellWaitingFromCommunication) {
  const auto irregular = ExchangePhase::irregular, force = ExchangePhase::force;
  const std::vector<ExchangeTiming> all{{irregular, 1, 4}, {force, 2, 5},     {irregular, 4, 1},
                                        {force, 4, 3},     {irregular, 1, 4}, {force, 6, 1}};
  ExchangeCounts first, last;
  add_timings(first, all, 3, 0);
  EXPECT_EQ(first.of(irregular).communication, 1);
  EXPECT_EQ(first.of(irregular).waiting, 3);
  EXPECT_EQ(first.of(irregular).imbalance, 4 - 2);
  EXPECT_EQ(first.of(force).waiting, 4);
  EXPECT_EQ(first.of(force).imbalance, 6 - 4);
  EXPECT_EQ(first.total().communication, 2);
  add_timings(last, all, 3, 2);
  EXPECT_EQ(last.of(force).waiting, 0) << "nobody is waited for by the last";
  EXPECT_EQ(last.of(irregular).waiting, 3);
}

TEST(ExchangeCounts, KnowHowEvenlyWorkWasDivided) {
  std::atomic<int> done = 0;
  test::ThreadRanks(2).run([&](Communicator& ranks) {
    ranks.count_divided(ranks.is_first() ? 300 : 100);
    ranks.settle();
    EXPECT_EQ(ranks.counts().largest_over_mean, 1) << "nothing was exchanged so far";
    ranks.decide([] { return 1; });
    ranks.settle();
    EXPECT_EQ(ranks.counts().largest_over_mean, 1.5);
    EXPECT_GE(ranks.counts().of(ExchangePhase::other).communication, 0);
    EXPECT_EQ(ranks.counts().of(ExchangePhase::force).communication, 0);
    ++done;
  });
  EXPECT_EQ(done, 2);
}

TEST(Communicator, AllRanksHaveThePartsOfAll) {
  for (const int size : {2, 3, 4}) {
    std::atomic<int> done = 0;
    test::ThreadRanks(size).run([&](Communicator& ranks) {
      ASSERT_EQ(ranks.size(), size);
      // Part r has r rows: the first is empty.
      std::vector<std::size_t> first{0};
      for (int r = 0; r < size; ++r) first.push_back(first.back() + static_cast<std::size_t>(r) * sizeof(int));
      std::vector<int> all(first.back() / sizeof(int), -1), wanted;
      for (int r = 0; r < size; ++r) wanted.insert(wanted.end(), static_cast<std::size_t>(r), 10 * r);
      const std::size_t begin = first[static_cast<std::size_t>(ranks.rank())] / sizeof(int);
      for (int k = 0; k < ranks.rank(); ++k) all[begin + static_cast<std::size_t>(k)] = 10 * ranks.rank();
      ranks.gather(std::as_writable_bytes(std::span(all)), first);
      EXPECT_EQ(all, wanted);
      EXPECT_EQ(ranks.counts().messages, 1);
      EXPECT_EQ(ranks.counts().bytes, first.back());
      ++done;
    });
    EXPECT_EQ(done, size);
  }
}

TEST(Communicator, TheFirstRankDecides) {
  std::atomic<int> looks = 0;
  test::ThreadRanks(3).run([&](Communicator& ranks) {
    const int value = ranks.decide([&] { return ++looks + ranks.rank(); });
    EXPECT_EQ(value, 1);
    EXPECT_EQ(ranks.from_first(std::string(static_cast<std::size_t>(ranks.rank()) + 2, 'x')), "xx");
    EXPECT_EQ(rank_name(ranks, 2), "rank 2 on host2");
  });
  EXPECT_EQ(looks, 1);
}

TEST(ArchiveChecksum, DiffersWithNamesAndValues) {
  const auto sum_of = [](const char* name, std::vector<double> values) {
    ArchiveChecksum archive;
    archive.field(name, values);
    return archive.value();
  };
  EXPECT_EQ(sum_of("a", {1, 2}), sum_of("a", {1, 2}));
  EXPECT_NE(sum_of("a", {1, 2}), sum_of("b", {1, 2}));
  EXPECT_NE(sum_of("a", {1, 2}), sum_of("a", {2, 1}));
  EXPECT_NE(sum_of("a", {0.0}), sum_of("a", {-0.0}));
  EXPECT_NE(sum_of("a", {}), sum_of("a", {0}));
}

}  // namespace
}  // namespace tucana
