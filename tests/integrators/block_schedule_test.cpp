#include "tucana/integrators/block_schedule.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "tucana/core/error.h"
#include "tucana/core/random.h"

namespace tucana {
namespace {

/// What the schedule must do, by scanning every body at every block.
struct Scan {
  Tick now;
  std::map<Slot, Level> level;
  std::map<Slot, Tick> reached;

  Tick next() const {
    Tick first{INT64_MAX};
    for (const auto& [slot, l] : level) first = std::min(first, Tick{(now.n / l.step().n + 1) * l.step().n});
    return first;
  }
  std::vector<Slot> due(Tick t) const {
    std::vector<Slot> slots;
    for (const auto& [slot, l] : level) {
      if (l.divides(t)) slots.push_back(slot);
    }
    return slots;
  }
};

std::vector<Slot> sorted(std::span<const Slot> slots) {
  std::vector<Slot> copy(slots.begin(), slots.end());
  std::sort(copy.begin(), copy.end());
  return copy;
}

TEST(BlockSchedule, KeepsStepsWhenSlotsAreRenumbered) {
  constexpr std::size_t n = 50;
  BlockSchedule schedule;
  schedule.clear(Tick{0});
  std::vector<Slot> new_slot(n);
  for (std::size_t i = 0; i < n; ++i) {
    schedule.place(slot_at(i), {static_cast<int>(20 + i % 7)});
    new_slot[i] = slot_at((i * 13 + 5) % n);
  }
  const auto before = sorted(schedule.due());
  schedule.renumber(new_slot);
  ASSERT_EQ(schedule.size(), n);
  for (std::size_t i = 0; i < n; ++i) EXPECT_EQ(schedule.level(new_slot[i]).log2, static_cast<int>(20 + i % 7));
  std::vector<Slot> expected;
  for (const Slot slot : before) expected.push_back(new_slot[index(slot)]);
  EXPECT_EQ(sorted(schedule.due()), sorted(expected));
  // Steps can be changed as before.
  schedule.place(new_slot[3], {18});
  EXPECT_EQ(sorted(schedule.due()), std::vector{new_slot[3]});
  schedule.remove(new_slot[3]);
  EXPECT_EQ(sorted(schedule.due()), sorted(expected));
}

TEST(BlockSchedule, AgreesWithAScanOfAllBodiesThroughRandomChanges) {
  RandomStream random(3, RandomUse::test, 0);
  const auto below = [&](std::uint64_t n) { return static_cast<std::size_t>(random.bits64() % n); };
  BlockSchedule schedule;
  Scan scan;
  schedule.clear(Tick{0});
  const auto place = [&](Slot slot, Level level) {
    schedule.place(slot, level);
    scan.level[slot] = level;
    scan.reached[slot] = scan.now;
  };
  for (std::size_t i = 0; i < 400; ++i) place(slot_at(i), {static_cast<int>(20 + below(12))});
  for (int block = 0; block < 20000; ++block) {
    const Tick t = scan.next();
    ASSERT_EQ(schedule.next(), t);
    const auto due = sorted(schedule.advance());
    ASSERT_EQ(due, scan.due(t));
    scan.now = t;
    for (const Slot slot : due) {
      const int wish = 18 + static_cast<int>(below(16));
      place(slot, next_level(t, schedule.level(slot), Level{wish}.units(), {32}));
      ASSERT_TRUE(schedule.level(slot).divides(t));
    }
    if (block % 100 == 7) {  // a body goes, and comes back later at a time that its step divides
      const Slot gone = due[below(due.size())];
      schedule.remove(gone);
      scan.level.erase(gone);
      EXPECT_FALSE(schedule.holds(gone));
    }
    if (block % 100 == 57) {
      for (std::size_t i = 0; i < 400; ++i) {
        if (!schedule.holds(slot_at(i))) place(slot_at(i), first_level(t, Level{30}.units(), {32}));
      }
    }
    bool all = true;
    for (const auto& [slot, level] : scan.level) {
      ASSERT_EQ(schedule.time_of(slot), scan.reached[slot]);
      all = all && scan.reached[slot] == t;
    }
    ASSERT_EQ(schedule.all_together(), all);
  }
}

TEST(BlockSchedule, WorkGoesWithTheDueBodiesNotWithAll) {
  const auto operations_per_due = [](std::size_t n) {
    BlockSchedule schedule;
    schedule.clear(Tick{0});
    for (std::size_t i = 0; i < n; ++i) schedule.place(slot_at(i), {i < 10 ? 20 : 40});
    const auto before = schedule.operations();
    std::size_t due = 0;
    for (int block = 0; block < 1000; ++block) {
      const auto slots = sorted(schedule.advance());
      due += slots.size();
      for (const Slot slot : slots) schedule.place(slot, {block % 2 == 0 ? 20 : 19});
    }
    return static_cast<double>(schedule.operations() - before) / static_cast<double>(due);
  };
  EXPECT_EQ(operations_per_due(1000), operations_per_due(100000));
}

TEST(BlockSchedule, HasNoNextTimeAtTheEndOfTheRange) {
  BlockSchedule schedule;
  schedule.clear(Tick::nearest(32767.5));
  schedule.place(slot_at(0), Level::at_most(1));
  EXPECT_EQ(schedule.next(), Tick::never);
}

TEST(BlockSchedule, ComesBackFromAnArchive) {
  BlockSchedule schedule;
  schedule.clear(Tick{0});
  for (std::size_t i = 0; i < 50; ++i) schedule.place(slot_at(i), {static_cast<int>(10 + i % 7)});
  schedule.remove(slot_at(13));
  for (int block = 0; block < 37; ++block) schedule.advance();
  MemoryArchive archive;
  schedule.describe(archive, 50);
  archive.rewind();
  BlockSchedule loaded;
  loaded.describe(archive, 50);
  EXPECT_FALSE(loaded.holds(slot_at(13)));
  for (int block = 0; block < 200; ++block) {
    ASSERT_EQ(sorted(loaded.advance()), sorted(schedule.advance()));
    ASSERT_EQ(loaded.now(), schedule.now());
  }
}

TEST(BlockSchedule, RefusesADamagedArchive) {
  const auto loads = [](Tick now, std::vector<Slot> slots, std::vector<std::uint8_t> levels) {
    MemoryArchive archive;
    std::uint64_t operations = 0;
    archive.field("now", now);
    archive.field("slots", slots);
    archive.field("operations", operations);
    archive.field("levels", levels);
    archive.rewind();
    BlockSchedule().describe(archive, 2);
  };
  const Slot a = slot_at(0), b = slot_at(1);
  EXPECT_NO_THROW(loads(Tick{1024}, {a, b}, {10, 10}));
  EXPECT_THROW(loads(Tick{0}, {a, a}, {10, 10}), InputError) << "a slot twice";
  EXPECT_THROW(loads(Tick{0}, {a, slot_at(2)}, {10, 10}), InputError) << "a slot that there is not";
  EXPECT_THROW(loads(Tick{0}, {a, slot_at(0xffffffff)}, {10, 10}), InputError) << "one for which no memory suffices";
  EXPECT_THROW(loads(Tick{0}, {a, b}, {11, 10}), InputError) << "steps out of order";
  EXPECT_THROW(loads(Tick{0}, {a, b}, {10, 63}), InputError) << "a step longer than time";
  EXPECT_THROW(loads(Tick{0}, {a, b}, {10}), InputError) << "a slot without a step";
  EXPECT_THROW(loads(Tick{-1}, {a, b}, {10, 10}), InputError) << "a time before the start";
  EXPECT_THROW(loads(Tick{0x7fffffffffffffff}, {a, b}, {10, 10}), InputError) << "no time after it";
}

TEST(NextLevel, ShrinksFreelyGrowsOnceAndOnlyOnEvenTimes) {
  const Level step{20}, largest{30};
  const Tick odd{std::int64_t{3} << 20}, even{std::int64_t{4} << 20};
  EXPECT_EQ(next_level(odd, step, Level{15}.units(), largest).log2, 15);
  EXPECT_EQ(next_level(odd, step, 1.5 * step.units(), largest).log2, 20);
  EXPECT_EQ(next_level(odd, step, 8 * step.units(), largest).log2, 20) << "no growth at an odd multiple";
  EXPECT_EQ(next_level(even, step, 8 * step.units(), largest).log2, 21) << "one doubling";
  EXPECT_EQ(next_level(even, step, 8 * step.units(), step).log2, 20) << "not above the largest";
  EXPECT_EQ(first_level(even, 1.0, {48}).log2, 22) << "must divide the time";
}

// A second schedule follows the block times of another: it must not take multiples for due that lie before a slot came.
TEST(BlockSchedule, FollowsTheTimesOfAnother) {
  BlockSchedule regular;
  regular.clear(Tick{0});
  regular.place(Slot{0}, {6});
  regular.advance_to(Tick{24});
  EXPECT_EQ(regular.next(), Tick{64});
  regular.place(Slot{1}, {4});  // at 24
  EXPECT_EQ(regular.next(), Tick{32}) << "not 16, which has gone";
  regular.advance_to(Tick{32});
  EXPECT_EQ(regular.next(), Tick{48});
}

}  // namespace
}  // namespace tucana
