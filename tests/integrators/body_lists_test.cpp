// Who has a body on their lists: what the ranges beside the lists find is what a search of all lists finds.
#include "tucana/integrators/neighbour/body_lists.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "tests/integrators/neighbour_fixture.h"
#include "tucana/models/plummer.h"

namespace tucana::test {
namespace {

std::vector<std::size_t> owners(const BodyLists& lists, const std::vector<Slot>& slots) {
  std::vector<std::size_t> found;
  lists.for_each_that_names(slots, [&](std::size_t i) { found.push_back(i); });
  return found;
}

std::vector<std::size_t> owners_by_full_search(const BodyLists& lists, const std::vector<Slot>& slots) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < lists.size(); ++i)
    if (std::ranges::any_of(slots, [&](Slot slot) { return std::ranges::find(lists[i], slot) != lists[i].end(); }))
      found.push_back(i);
  return found;
}

/// Lists whose slots lie close together, as they do along a curve, and some elsewhere.
class RandomLists {
 public:
  RandomLists(std::uint64_t seed, std::size_t n) : random_(seed) {
    lists.resize(n);
    for (std::size_t i = 0; i < n; ++i) renew(i);
  }

  /// What happens to lists between two blocks and at regular steps.
  void change() {
    const std::size_t i = below(lists.size());
    switch (below(8)) {
      case 0: return renew(i);
      case 1: return insert(i, any());
      case 2: return lists[i].empty() ? void() : lists.erase(i, lists[i][below(lists[i].size())]);
      case 3: return lists.erase(i, any());
      case 4: return lists.erase(std::vector{any(), any()});
      case 5: return renumber();
      case 6: return lists.resize(lists.size() + below(40));
      default: return lists.clear(i);
    }
  }
  Slot any() { return slot_at(below(lists.size())); }

  BodyLists lists;

 private:
  std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_); }
  void insert(std::size_t i, Slot slot) {
    if (!lists.names(i, slot)) lists.insert(i, slot);
  }
  void renew(std::size_t i) {
    lists.clear(i);
    for (std::size_t k = 0; k < 20; ++k) insert(i, k % 5 == 0 ? any() : slot_at((i + below(30)) % lists.size()));
  }
  void renumber() {
    std::vector<Slot> new_slot(lists.size());
    for (std::size_t i = 0; i < new_slot.size(); ++i) new_slot[i] = slot_at(i);
    std::ranges::shuffle(new_slot, random_);
    BodyLists other;
    other.resize(lists.size());
    SlotBits bits;
    bits.resize(lists.size());
    for (std::size_t i = 0; i < lists.size(); ++i) other.take_renumbered(index(new_slot[i]), lists, i, new_slot, bits);
    lists.swap(other);
  }

  std::mt19937_64 random_;
};

TEST(BodyLists, FindsWhoNamesASlotAfterAnyHistory) {
  for (const std::size_t n : {5, 64, 65, 1000}) {
    RandomLists random(n, n);
    std::size_t found = 0;
    for (int round = 0; round < 400; ++round) {
      random.change();
      const std::vector<Slot> slots{random.any(), random.any()};
      const auto expected = owners_by_full_search(random.lists, slots);
      ASSERT_EQ(owners(random.lists, slots), expected) << n << " lists, round " << round;
      found += expected.size();
      for (const auto& list : random.lists) ASSERT_TRUE(std::ranges::is_sorted(list));
    }
    EXPECT_GT(found, 400U);
  }
}

// Otherwise they would save nothing.
TEST(BodyLists, PassOverMostListsOfACluster) {
  NeighbourRun run{NeighbourOptions{}};
  run.integrator.start(make_plummer({.n = 2048}, *run.engine).view());
  run.step_to(0.0625);  // they have been sorted
  const BodyLists& lists = run.integrator.bodies().list;
  std::size_t looked_at = 0, named = 0;
  for (std::size_t i = 0; i < lists.size(); i += 16) {
    const std::vector<Slot> slots{slot_at(i)};
    const auto ranges = lists.ranges_of(slots);
    for (std::size_t k = 0; k < lists.size(); ++k) looked_at += lists.may_name_any(k, ranges) ? 1 : 0;
    ASSERT_EQ(owners(lists, slots), owners_by_full_search(lists, slots));
    named += owners(lists, slots).size();
  }
  EXPECT_LT(named, looked_at);
  EXPECT_LT(looked_at, lists.size() * (lists.size() / 16) / 4);
}

// While the bodies move, are sorted, and some come, go and change.
TEST(BodyLists, AreFoundThroughoutARun) {
  NeighbourRun run{NeighbourOptions{}};
  run.integrator.start(make_plummer({.n = 1100}, *run.engine).view());
  for (int round = 1; round <= 12; ++round) {
    run.step_to(round * 0x1p-5);
    const auto star = std::int64_t{7} * round;
    ChangeSet set;
    set.removed.push_back(StarId{star});
    set.kicks.push_back({StarId{star + 1}, {0.1, 0, 0}});
    run.integrator.apply(set);
    const BodyLists& lists = run.integrator.bodies().list;
    for (std::size_t i = 0; i < lists.size(); i += 7)
      ASSERT_EQ(owners(lists, {slot_at(i)}), owners_by_full_search(lists, {slot_at(i)})) << round;
  }
}

}  // namespace
}  // namespace tucana::test
