#include "tucana/tree/tuning/tuning_schedule.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "tests/core/told_decisions.h"
#include "tucana/core/error.h"
#include "tucana/core/random.h"

namespace tucana {
namespace {

constexpr std::int64_t bodies = 1000;

TuningOptions options_of(TuningMode mode) {
  TuningOptions options;
  options.mode = mode;
  options.costs = {.body_pair = 1, .cell_pair = 2, .list_entry = 8, .built_body = 100};
  options.split = {.least = 0.01, .most = 100, .start = 1};
  return options;
}

/// A pretended engine: what a walk does follows from the age of the tree and the split radius alone.
struct Engine {
  RandomStream clock;
  int age = 0;

  /// One force evaluation; whether the tree was built first.
  bool evaluate(TuningSchedule& tuning) {
    const bool build = tuning.rebuild_due(age);
    if (build) tuning.built(1e-3 * (1 + 0.3 * clock.uniform())), age = 0;
    const double x = tuning.split_radius() / 2.5;
    WorkCounts counts;
    counts.body_pairs = static_cast<std::uint64_t>(100000 * (1 + 0.02 * age) * (x + 1));
    counts.list_entries = static_cast<std::uint64_t>(20000 / std::sqrt(x));
    const double seconds = 1e-8 * static_cast<double>(counts.body_pairs + 8 * counts.list_entries);
    tuning.walked({seconds * (1 + 0.2 * clock.uniform()), counts, 1, static_cast<double>(age++)});
    return build;
  }
};

Engine engine_at(std::uint64_t hour) { return {RandomStream(8, RandomUse::test, hour)}; }

void evaluate(TuningSchedule& tuning, Engine engine, int times) {
  for (int i = 0; i < times; ++i) engine.evaluate(tuning);
}

TEST(TuningSchedule, CountedDecisionsAreTheSameEveryTime) {
  TuningSchedule one(options_of(TuningMode::counted), bodies), other(options_of(TuningMode::counted), bodies);
  evaluate(one, engine_at(1), 400);
  evaluate(other, engine_at(2), 400);
  EXPECT_EQ(one.record(), other.record());
  EXPECT_GT(one.record().built.size(), 10U);
  EXPECT_EQ(one.record().built[0], 0);
}

TEST(TuningSchedule, TimedDecisionsFollowTheClock) {
  TuningSchedule one(options_of(TuningMode::timed), bodies), other(options_of(TuningMode::timed), bodies);
  evaluate(one, engine_at(1), 400);
  evaluate(other, engine_at(2), 400);
  EXPECT_NE(one.record(), other.record());
}

/// Two processes with clocks of their own that compute a run together.
TEST(TuningSchedule, OneProcessDecidesForAll) {
  ToldDecisions told;
  TellingDecider deciding(told);
  ToldDecider following(told);
  TuningOptions first = options_of(TuningMode::timed), second = first;
  first.decider = &deciding, second.decider = &following;
  TuningSchedule one(first, bodies), other(second, bodies);
  Engine engine = engine_at(1), elsewhere = engine_at(2);
  for (int i = 0; i < 400; ++i) {
    const bool built = engine.evaluate(one);
    ASSERT_EQ(elsewhere.evaluate(other), built) << i;
    ASSERT_TRUE(told.empty());
  }
  EXPECT_EQ(one.record(), other.record());
  // Counted work needs no clock, and asks nobody.
  first.mode = TuningMode::counted;
  TuningSchedule counted(first, bodies);
  evaluate(counted, engine_at(1), 50);
  EXPECT_TRUE(told.empty());
}

TEST(TuningSchedule, CountsWorkByItsCosts) {
  EXPECT_EQ(options_of(TuningMode::counted).costs.walk({5, 7, 11}), 5 + 2 * 7 + 8 * 11);
  EXPECT_EQ(options_of(TuningMode::counted).costs.build(bodies), 100 * 1000);
}

TEST(TuningSchedule, ComesNearTheBestOfBoth) {
  // Without growth the cost is 1 + x + 1.6/sqrt x (in 1e5), least at x = 0.8^(2/3) = 0.862, radius 2.15.
  TuningSchedule tuning(options_of(TuningMode::counted), bodies);
  evaluate(tuning, engine_at(1), 1000);
  EXPECT_NEAR(tuning.split().best() / 2.15, 1, 0.25);
  // There a walk costs 3.58 and grows by 0.037 a step, a build costs 1: every 7.3 steps.
  const std::vector<std::int64_t>& built = tuning.record().built;
  EXPECT_NEAR(static_cast<double>(built[built.size() - 1] - built[built.size() - 9]) / 8, 7.3, 1);
}

TEST(TuningSchedule, ReplayEqualsRecord) {
  TuningSchedule timed(options_of(TuningMode::timed), bodies);
  Engine engine = engine_at(1);
  for (int i = 0; i < 300; ++i) {
    if (i == 123) engine.age = 0, timed.built(1e-3);  // not asked for: other bodies, say
    engine.evaluate(timed);
  }
  const TuningRecord record = tuning_record_from(to_text(timed.record()), "record");
  TuningSchedule pinned(options_of(TuningMode::counted), bodies, record);
  evaluate(pinned, engine_at(7), 300);
  EXPECT_EQ(pinned.record(), timed.record());
}

TEST(TuningSchedule, AfterTheRecordTheLastIntervalStays) {
  const TuningRecord record{bodies, 30, {0, 4, 10, 17}, {1, 2, 3, 4}};
  TuningSchedule pinned(options_of(TuningMode::pinned), bodies, record);
  evaluate(pinned, engine_at(1), 50);
  // The fourth tree was still in use at the record's end; from there every 7 evaluations.
  EXPECT_EQ(pinned.record().built, (std::vector<std::int64_t>{0, 4, 10, 17, 30, 37, 44}));
  EXPECT_EQ(pinned.record().split_radius, (std::vector<double>{1, 2, 3, 4, 4, 4, 4}));
  TuningOptions options = options_of(TuningMode::pinned);
  options.rebuild.most_walks = 20;
  TuningSchedule single(options, bodies, {bodies, 5, {0}, {1}});
  evaluate(single, engine_at(1), 50);
  EXPECT_EQ(single.record().built, (std::vector<std::int64_t>{0, 20, 40}));
}

TEST(TuningSchedule, GoesOnFromAnArchive) {
  for (const TuningMode mode : {TuningMode::timed, TuningMode::counted, TuningMode::pinned}) {
    const TuningRecord record{bodies, 200, {0, 4, 10, 17, 90}, {1, 2, 3, 4, 5}};
    const auto make = [&] {
      return mode == TuningMode::pinned ? TuningSchedule(options_of(mode), bodies, record)
                                        : TuningSchedule(options_of(mode), bodies);
    };
    TuningSchedule whole = make(), parts = make();
    Engine engine = engine_at(3), same = engine_at(3);
    for (int i = 0; i < 250; ++i) {
      ASSERT_EQ(engine.evaluate(whole), same.evaluate(parts)) << static_cast<int>(mode) << " " << i;
      if (i % 7 != 3) continue;
      MemoryArchive archive;
      parts.describe(archive);
      archive.rewind();
      parts = make();
      parts.describe(archive);
    }
    EXPECT_EQ(parts.record(), whole.record());
  }
}

TEST(TuningSchedule, RefusesWhatCannotBe) {
  const TuningOptions options = options_of(TuningMode::pinned);
  EXPECT_THROW(TuningSchedule(options, bodies), InputError);
  EXPECT_THROW(TuningSchedule(options, bodies, {bodies, 0, {}, {}}), InputError);
  try {
    const TuningSchedule tuning(options, bodies, {bodies + 1, 5, {0}, {1}});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("is of 1001 bodies, this run has 1000"), std::string::npos);
  }
}

}  // namespace
}  // namespace tucana
