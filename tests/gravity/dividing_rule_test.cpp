#include "tucana/gravity/ranks/dividing_rule.h"

#include <gtest/gtest.h>

#include <mutex>
#include <vector>

#include "bench/delaying_ranks.h"
#include "tests/core/thread_ranks.h"
#include "tucana/gravity/make_engine.h"

namespace tucana::test {
namespace {

using bench::DelayingRanks;

/// What each of some ranks has measured, whose messages take longer by a delay.
std::vector<DividingRule> measured_rules(int size, double delay) {
  std::mutex mutex;
  std::vector<DividingRule> rules;
  ThreadRanks(size).run([&](Communicator& fast) {
    DelayingRanks ranks(fast, delay);
    SerialWorkers workers;
    const auto engine = make_engine({}, workers);
    const DividingRule rule = DividingRule::measured(*engine, *engine, ranks);
    const std::lock_guard lock(mutex);
    rules.push_back(rule);
  });
  EXPECT_EQ(rules.size(), static_cast<std::size_t>(size));
  return rules;
}

TEST(DividingRule, DividesNothingByItself) {
  EXPECT_FALSE(DividingRule().divides_sums(1e300, 0));
  EXPECT_FALSE(DividingRule().divides_host_work(1e300, 0));
  SerialWorkers workers;
  const auto engine = make_engine({}, workers);
  EXPECT_FALSE(DividingRule::measured(*engine, *engine, alone()).divides_sums(1e300, 0)) << "there is nobody else";
}

TEST(DividingRule, CanBeGivenAsANumberOfPairs) {
  const DividingRule rule(1000);
  EXPECT_FALSE(rule.divides_sums(999, 0));
  EXPECT_TRUE(rule.divides_sums(1000, 1'000'000'000));
  EXPECT_FALSE(rule.divides_host_work(999, 0));
  EXPECT_TRUE(rule.divides_host_work(1000, 0));
}

TEST(DividingRule, IsMeasuredByRankZero) {
  const auto rules = measured_rules(3, 0);
  EXPECT_GT(rules[0].seconds().message, 0);
  EXPECT_GT(rules[0].seconds().pair, 0);
  EXPECT_EQ(rules[0].seconds().host_pair, rules[0].seconds().pair) << "of one engine";
  for (const DividingRule& rule : rules) {
    EXPECT_EQ(rule.seconds().message, rules[0].seconds().message);
    EXPECT_EQ(rule.seconds().byte, rules[0].seconds().byte);
    EXPECT_EQ(rule.seconds().pair, rules[0].seconds().pair);
  }
}

/// A share of 1 - 1/size is saved.
TEST(DividingRule, DividesWhatTakesLongerThanAMessage) {
  for (const int size : {2, 4}) {
    const DividingRule rule = measured_rules(size, 0).front();
    const auto& seconds = rule.seconds();
    const double share = 1 - 1.0 / size;
    for (const std::size_t bytes : {std::size_t{0}, std::size_t{100'000'000}}) {
      const double worth = (seconds.message + static_cast<double>(bytes) * seconds.byte) / (share * seconds.pair);
      EXPECT_FALSE(rule.divides_sums(0.999 * worth, bytes));
      EXPECT_TRUE(rule.divides_sums(1.001 * worth, bytes));
      EXPECT_FALSE(rule.divides_host_work(0.999 * worth, bytes));
      EXPECT_TRUE(rule.divides_host_work(1.001 * worth, bytes));
    }
  }
}

/// As of a network between hosts: what takes less time than a message is not divided.
TEST(DividingRule, SeesTheDelayOfANetwork) {
  for (const double delay : {50e-6, 1e-3}) {
    const DividingRule rule = measured_rules(2, delay).front();
    EXPECT_GE(rule.seconds().message, delay);
    EXPECT_FALSE(rule.divides_sums(delay / rule.seconds().pair, 0));
    EXPECT_FALSE(rule.divides_host_work(delay / rule.seconds().host_pair, 0));
  }
}

}  // namespace
}  // namespace tucana::test
