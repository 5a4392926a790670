#include "tucana/parallel/heartbeat.h"

#include <gtest/gtest.h>

#include <future>
#include <mutex>
#include <string>
#include <vector>

#include "tests/core/thread_ranks.h"
#include "tucana/parallel/rank_sockets.h"

namespace tucana {
namespace {

constexpr double long_timeout = 300, short_timeout = 0.2;

/// What was told first, by whom it may be.
class Alarms {
 public:
  Heartbeat::Alarm listener() {
    return [this](const std::string& message) {
      const std::lock_guard lock(mutex_);
      messages_.push_back(message);
      if (messages_.size() == 1) first_.set_value(message);
    };
  }
  std::string wait() { return first_.get_future().get(); }
  std::size_t count() {
    const std::lock_guard lock(mutex_);
    return messages_.size();
  }

 private:
  std::mutex mutex_;
  std::vector<std::string> messages_;
  std::promise<std::string> first_;
};

TEST(Heartbeat, RanksLeaveInPeace) {
  Alarms alarms;
  for (int round = 0; round < 5; ++round) {
    test::ThreadRanks(4).run([&](Communicator& ranks) {
      const Heartbeat heartbeat(ranks, long_timeout, alarms.listener());
      EXPECT_TRUE(heartbeat.is_beating());
    });
  }
  EXPECT_EQ(alarms.count(), 0);
}

TEST(Heartbeat, NoneIsKeptWithoutATimeoutOrAlone) {
  Alarms alarms;
  EXPECT_FALSE(Heartbeat(alone(), 1, alarms.listener()).is_beating());
  test::ThreadRanks(2).run(
      [&](Communicator& ranks) { EXPECT_FALSE(Heartbeat(ranks, 0, alarms.listener()).is_beating()); });
}

/// Rank 2 has the connections of a heartbeat, and then no more.
TEST(Heartbeat, NoticesADeadRank) {
  Alarms alarms;
  test::ThreadRanks(3).run([&](Communicator& ranks) {
    if (ranks.rank() == 2) {
      connect_ranks(ranks);
    } else {
      const Heartbeat heartbeat(ranks, long_timeout, alarms.listener());
      if (ranks.is_first()) {
        EXPECT_EQ(alarms.wait(), "rank 2 on host2 has died");
      }
    }
  });
}

/// Rank 1 keeps its connection and is silent, as a stopped process is.
TEST(Heartbeat, NoticesASilentRank) {
  Alarms alarms;
  std::promise<void> is_told;
  test::ThreadRanks(2).run([&](Communicator& ranks) {
    if (ranks.rank() == 1) {
      const RankSockets sockets = connect_ranks(ranks);
      is_told.get_future().wait();
    } else {
      const Heartbeat heartbeat(ranks, short_timeout, alarms.listener());
      EXPECT_NE(alarms.wait().find("rank 1 on host1 has not answered for"), std::string::npos);
      is_told.set_value();
    }
  });
}

TEST(Heartbeat, NoticesTheLossOfTheFirstRank) {
  Alarms alarms;
  test::ThreadRanks(2).run([&](Communicator& ranks) {
    if (ranks.is_first()) {
      connect_ranks(ranks);
    } else {
      const Heartbeat heartbeat(ranks, long_timeout, alarms.listener());
      EXPECT_EQ(alarms.wait(), "rank 0 on host0 has died");
    }
  });
}

}  // namespace
}  // namespace tucana
