// Who came to a list and who left it.
#include "tucana/integrators/neighbour/list_change.h"

#include <gtest/gtest.h>

#include <iterator>

namespace tucana::test {
namespace {

std::vector<Slot> copy_of(std::span<const Slot> slots) { return {slots.begin(), slots.end()}; }

std::vector<Slot> difference(const std::vector<Slot>& of, const std::vector<Slot>& without) {
  std::vector<Slot> rest;
  std::ranges::set_difference(of, without, std::back_inserter(rest));
  return rest;
}

// Nor is anybody asked for a pull: there is nothing to round.
TEST(ListChange, MovesExactlyNothingWhereAListStays) {
  ListChange change;
  change.make_room(10);
  int asked = 0;
  const auto pull_of = [&](std::span<const Slot> slots) {
    ++asked;
    double sum = 0;
    for (const Slot slot : slots) sum += static_cast<double>(index(slot));
    return PartialForce{{sum, 0, 0}, {}};
  };
  const auto moved = [&](const std::vector<Slot>& before, const std::vector<Slot>& after) {
    change.find(before, after);
    return moved_between_sums(change, pull_of).a;
  };
  const std::vector<Slot> list{slot_at(3), slot_at(5), slot_at(9)}, other{slot_at(3), slot_at(6), slot_at(9)};
  EXPECT_EQ(moved(list, list), Vec3{});
  EXPECT_EQ(moved({}, {}), Vec3{});
  EXPECT_EQ(asked, 0);
  EXPECT_EQ(moved(list, other), (Vec3{1, 0, 0}));
  EXPECT_EQ(moved({}, list), (Vec3{17, 0, 0}));
  EXPECT_EQ(moved(list, {}), (Vec3{-17, 0, 0}));
}

// Lists of any length, with few or with all entries in common, one after the other in the same room.
TEST(ListChange, IsWhatOneListHasAndTheOtherHasNot) {
  ListChange change;
  for (const std::size_t n : {300, 1, 5, 40, 63, 64, 65, 301})
    for (const std::size_t kept : {1, 2, 3, 50}) {
      std::vector<Slot> before, after;
      for (std::size_t i = 0; i < n; ++i) {
        if (i % kept != 0) before.push_back(slot_at(i));
        if (i % (kept + 1) != 1) after.push_back(slot_at(i));
      }
      change.make_room(n);
      change.find(before, after);
      EXPECT_EQ(copy_of(change.gained()), difference(after, before)) << n << ' ' << kept;
      EXPECT_EQ(copy_of(change.lost()), difference(before, after)) << n << ' ' << kept;
      change.find(after, before);
      EXPECT_EQ(copy_of(change.gained()), difference(before, after)) << n << ' ' << kept;
      EXPECT_EQ(copy_of(change.lost()), difference(after, before)) << n << ' ' << kept;
    }
}

}  // namespace
}  // namespace tucana::test
