#include "tucana/simulation/epoch.h"

#include <gtest/gtest.h>

#include <limits>

#include "tests/simulation/complaint.h"

namespace tucana {
namespace {

std::string complaint_about_end(double start, double end_time, Tick now = {}) {
  return complaint([&] { Epoch(start).check_end(end_time, now); });
}

TEST(Epoch, TicksCountFromTheTimeOfTheFirstStars) {
  for (const double start : {0.0, -32760.0, 1e6, -4e9}) {
    const Epoch epoch(start);
    EXPECT_EQ(epoch.tick_of(start), Tick{0});
    EXPECT_EQ(epoch.time_of(Tick{0}), start);
    EXPECT_EQ(epoch.tick_of(start + 0.125), Tick::nearest(0.125));
    EXPECT_EQ(epoch.time_of(Tick::nearest(0.125)), start + 0.125);
  }
  EXPECT_EQ(Epoch().time_of(Tick::nearest(0.7)), 0.7);
}

TEST(Epoch, AnEndOutOfReachIsSaidWithWhatIsPossible) {
  EXPECT_EQ(complaint_about_end(5, 5), "") << "nothing to do is no mistake";
  EXPECT_EQ(complaint_about_end(-40000, 10), "") << "the epoch moves on the way";
  EXPECT_EQ(complaint_about_end(1, 4e9), "");
  EXPECT_NE(complaint_about_end(0, 5e9).find("cannot be told apart"), std::string::npos);
  EXPECT_EQ(complaint_about_end(40000, 10),
            "run.end_time = 10 lies before the time of the stars, 40000: give a later one");
}

/// 0.1 + 0.2 is not 0.3: whether the end lies before the stars is a matter of ticks.
TEST(Epoch, ARunThatHasReachedItsEndHasNotPassedIt) {
  for (const double start : {0.1, -0.3, 1.1, -32760.123}) {
    for (const double end : {1.3, 6.7, 0.4 + 1}) {
      const Epoch epoch(start);
      EXPECT_EQ(complaint_about_end(start, end, epoch.tick_of(end)), "");
    }
  }
}

TEST(Epoch, TimesThatCannotBeToldApartAreRefused) {
  EXPECT_EQ(complaint([] { Epoch(0x1p32); }), "");
  for (const double start : {1e10, -1e20, std::numeric_limits<double>::infinity()}) {
    EXPECT_NE(complaint([&] { Epoch{start}; }).find("cannot be told apart"), std::string::npos) << start;
  }
  EXPECT_NE(complaint([] { Epoch{std::nan("")}; }), "");
}

TEST(Epoch, ComesBackFromAnArchive) {
  MemoryArchive archive;
  Epoch one(-32760.25), two, other(1);
  one.describe(archive);
  archive.rewind();
  two.describe(archive);
  EXPECT_EQ(two.start(), -32760.25);
}

TEST(Epoch, MovesWithTheTimesOfAnArchive) {
  MemoryArchive archive;
  Epoch one(100), moved;
  one.describe(archive);
  archive.rewind();
  archive.move_times(Tick::nearest(32767));
  moved.describe(archive);
  EXPECT_EQ(moved.start(), 32867);
  EXPECT_EQ(moved.first(), 100);
  EXPECT_EQ(moved.moved(), 32767);
  EXPECT_EQ(moved.time_of(Tick::nearest(0.5)), 32867.5);
}

}  // namespace
}  // namespace tucana
