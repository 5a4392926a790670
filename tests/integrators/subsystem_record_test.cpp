// Who gets whose companion: told from the states of members when subsystems form and end.
#include "tucana/integrators/changes/subsystem_record.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "tucana/core/archive.h"
#include "tucana/fewbody/group_subsystem.h"
#include "tucana/fewbody/ks_subsystem.h"

namespace tucana::test {
namespace {

constexpr StarId a{11}, b{12}, c{13}, d{14};

/// Two stars of mass 1/2 on a circular orbit of radius 1/2, and others of mass 1/2 that leave at twice the speed that
/// they need.
std::vector<BodyAt> pair_and_fugitives(std::size_t fugitives) {
  std::vector<BodyAt> states{{0.5, {0.5, 0, 0}, {0, 0.5, 0}}, {0.5, {-0.5, 0, 0}, {0, -0.5, 0}}};
  for (std::size_t k = 0; k < fugitives; ++k) {
    const double side = k % 2 == 0 ? 1 : -1;
    states.push_back({0.5, {0, 0, side * 20}, {0, 0, side}});
  }
  return states;
}

class SubsystemRecords : public testing::Test {
 protected:
  void SetUp() override {
    stars_.resize(4);
    for (std::size_t k = 0; k < 4; ++k) stars_.id[k] = std::vector{a, b, c, d}[k];
    table_.take(stars_.view());
  }

  void form_pair(StarId one, StarId other) { record_.formed(pair_, std::vector{one, other}, two_, table_); }
  void pair_joins(StarId one, StarId other) { record_.joins(pair_, std::vector{one, other}, two_); }
  /// The first two are bound in the end.
  void end_group(const std::vector<StarId>& stars) {
    const std::vector<BodyAt> states = pair_and_fugitives(stars.size() - 2);
    record_.ended(GroupSubsystem(FewBodyOptions{}, Tick{0}, states), stars, states);
  }
  std::vector<Event> exchanges() {
    std::vector<Event> events = record_.take();
    std::erase_if(events, [](const Event& event) { return event.kind != "exchange"; });
    return events;
  }
  void save_and_load() {
    MemoryArchive archive;
    record_.describe(archive);
    MemoryArchive stored = MemoryArchive::from_bytes(archive.to_bytes());
    record_ = {};
    record_.describe(stored);
  }

  SubsystemRecord record_;
  StarsBuffer stars_;
  SlotTable table_;
  const std::vector<BodyAt> two_ = pair_and_fugitives(0);
  const KsSubsystem pair_{FewBodyOptions{}, Tick{0}, two_};
};

TEST_F(SubsystemRecords, TellOfAStarThatTakesThePlaceOfAnother) {
  pair_joins(a, b);
  save_and_load();  // in the middle of the encounter
  end_group({a, c, b});
  form_pair(a, c);
  const std::vector<Event> events = exchanges();
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].stars, (std::vector{a, c, b}));
  ASSERT_EQ(events[0].numbers.size(), 2U);
  EXPECT_EQ(events[0].numbers[0].first, "semi_major_axis");
  EXPECT_NEAR(events[0].numbers[0].second, 1, 1e-14);
  EXPECT_NEAR(events[0].numbers[1].second, 0, 1e-14);
  // The one that was driven out has nobody: whom it finds later is no exchange.
  form_pair(b, d);
  EXPECT_TRUE(exchanges().empty());
}

TEST_F(SubsystemRecords, TellOfTwoPairsThatChangePartners) {
  pair_joins(a, b);
  pair_joins(c, d);
  end_group({a, d, c, b});
  form_pair(a, d);
  const std::vector<Event> events = exchanges();
  ASSERT_EQ(events.size(), 2U);
  EXPECT_EQ(events[0].stars, (std::vector{a, d, b}));
  EXPECT_EQ(events[1].stars, (std::vector{d, a, c}));
}

TEST_F(SubsystemRecords, SayNothingWhereAPairSurvives) {
  pair_joins(a, b);
  end_group({a, b, c});
  form_pair(a, b);
  EXPECT_TRUE(exchanges().empty());
  // A pair that ends and forms again, too, and one that its members leave for good.
  record_.ended(pair_, std::vector{a, b}, two_);
  form_pair(a, b);
  auto parted = two_;
  for (BodyAt& state : parted) state.v *= 5;
  record_.ended(pair_, std::vector{a, b}, parted);
  form_pair(a, c);
  EXPECT_TRUE(exchanges().empty());
}

TEST_F(SubsystemRecords, KnowThoseWhoMeetInAGroupFromTheStart) {
  const std::vector<BodyAt> states = pair_and_fugitives(1);
  record_.begun(GroupSubsystem(FewBodyOptions{}, Tick{0}, states), std::vector{a, b, c}, states);
  end_group({c, b, a});
  form_pair(b, c);
  const std::vector<Event> events = exchanges();
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].stars, (std::vector{b, c, a}));
}

TEST_F(SubsystemRecords, DoNotMissAStarThatHasMerged) {
  pair_joins(a, b);
  stars_.resize(3);
  for (std::size_t k = 0; k < 3; ++k) stars_.id[k] = std::vector{a, c, d}[k];
  table_.take(stars_.view());
  end_group({a, c, d});
  form_pair(a, c);
  EXPECT_TRUE(exchanges().empty());
}

}  // namespace
}  // namespace tucana::test
