#include "tucana/integrators/slots/slot_table.h"

#include <gtest/gtest.h>

#include <array>

#include "tests/integrators/hermite_fixture.h"
#include "tucana/core/error.h"

namespace tucana {
namespace {

SlotTable table_of(std::size_t n) {
  SlotTable table;
  StarsBuffer stars = random_cloud(n, 1);
  table.take(stars.view());
  return table;
}

std::vector<std::int64_t> stars_by_row(const SlotTable& table) {
  std::vector<std::int64_t> ids;
  for (const StarId id : table.ids()) ids.push_back(value(id));
  return ids;
}

/// "1 2 - (3 4)": by slot.
std::string content(const SlotTable& table) {
  std::string text;
  for (std::size_t i = 0; i < table.slot_count(); ++i) {
    const Slot slot = slot_at(i);
    if (i > 0) text += " ";
    if (table.is_parked(slot)) {
      text += "-";
    } else if (table.holds_star(slot)) {
      text += std::to_string(value(table.star(slot)));
    } else {
      text += "(";
      for (const std::uint32_t row : table.member_rows(slot)) text += std::to_string(value(table.id(row))) + " ";
      text.back() = ')';
    }
  }
  return text;
}

TEST(SlotTable, TakesNoMemoryPerSlotUntilSomethingChanges) {
  SlotTable table = table_of(1000);
  EXPECT_TRUE(table.is_plain());
  EXPECT_LT(table.bytes(), 100U);
  EXPECT_EQ(table.slot_count(), 1000U);
  EXPECT_EQ(table.bodies().size(), 1000U);
  table.remove_stars(std::array{Slot{3}});
  EXPECT_EQ(table.star_count(), 999U);
  EXPECT_EQ(table.slot_count(), 1000U);
  EXPECT_EQ(table.body_count(), 999U);
}

TEST(SlotTable, ParkedSlotsAreUsedAgainLowestFirstAndRowsStayInOrder) {
  SlotTable table = table_of(6);
  table.remove_stars(std::array{Slot{4}, Slot{1}});
  EXPECT_EQ(content(table), "1 - 3 4 - 6");
  EXPECT_EQ(stars_by_row(table), (std::vector<std::int64_t>{1, 3, 4, 6}));
  EXPECT_EQ(table.star_row(Slot{5}), 3U);
  const auto fresh = table.add_stars(std::array{StarId{50}, StarId{51}, StarId{52}}, std::array{0.0, 0.5, 0.0});
  EXPECT_EQ(fresh, (std::vector{Slot{1}, Slot{4}, Slot{6}}));
  EXPECT_EQ(content(table), "1 50 3 4 51 6 52");
  EXPECT_EQ(stars_by_row(table), (std::vector<std::int64_t>{1, 3, 4, 6, 50, 51, 52}));
  EXPECT_EQ(table.radius(5), 0.5);
  EXPECT_EQ(table.radius(0), 0.0);
}

TEST(SlotTable, SubsystemsKeepTheRowsOfTheirStars) {
  SlotTable table = table_of(6);
  EXPECT_EQ(table.form_subsystem(std::array{Slot{4}, Slot{1}}), Slot{4});
  EXPECT_EQ(content(table), "1 - 3 4 (5 2) 6");
  EXPECT_EQ(table.star_count(), 6U);
  EXPECT_EQ(table.body_count(), 5U);
  EXPECT_EQ(table.star(Slot{4}), StarId{5});
  table.form_subsystem(std::array{Slot{0}, Slot{2}, Slot{3}});
  EXPECT_EQ(content(table), "(1 3 4) - - - (5 2) 6");
  table.remove_stars(std::array{Slot{5}});
  EXPECT_EQ(content(table), "(1 3 4) - - - (5 2) -");
  EXPECT_EQ(table.end_subsystem(Slot{0}), (std::vector{Slot{0}, Slot{1}, Slot{2}}));
  EXPECT_EQ(content(table), "1 3 4 - (5 2) -");
  EXPECT_EQ(table.subsystem(Slot{4}), 0U) << "the other one keeps its number";
  EXPECT_EQ(stars_by_row(table), (std::vector<std::int64_t>{1, 2, 3, 4, 5}));
}

TEST(SlotTable, RenumbersAndDropsParkedSlots) {
  SlotTable table = table_of(6);
  table.form_subsystem(std::array{Slot{4}, Slot{1}});
  table.remove_stars(std::array{Slot{2}});
  EXPECT_EQ(content(table), "1 - - 4 (5 2) 6");
  table.renumber(table.parked_last());
  EXPECT_EQ(content(table), "1 4 (5 2) 6 - -");
  table.drop_parked_end();
  EXPECT_EQ(content(table), "1 4 (5 2) 6");
  EXPECT_FALSE(table.has_parked());
  table.renumber(std::array{Slot{3}, Slot{2}, Slot{1}, Slot{0}});
  EXPECT_EQ(content(table), "6 (5 2) 4 1");
  EXPECT_EQ(stars_by_row(table), (std::vector<std::int64_t>{1, 2, 4, 5, 6}));
}

TEST(SlotTable, IsTheSameAfterAnArchive) {
  SlotTable table = table_of(6);
  table.form_subsystem(std::array{Slot{4}, Slot{1}});
  table.remove_stars(std::array{Slot{2}});
  table.set_radius(Slot{3}, 0.25);
  MemoryArchive archive;
  table.describe(archive);
  archive.rewind();
  SlotTable loaded;
  loaded.describe(archive);
  EXPECT_EQ(content(loaded), content(table));
  EXPECT_EQ(loaded.radius(2), 0.25);
  EXPECT_EQ(loaded.add_stars(std::array{StarId{9}}, std::array{0.0}), (std::vector{Slot{1}}));
}

// Whatever numbers a checkpoint holds: an error, never a table that leads outside of columns.
TEST(SlotTable, RefusesTablesThatContradictThemselves) {
  const auto loads = [](std::vector<std::uint32_t> content, std::vector<std::vector<std::uint32_t>> members) {
    MemoryArchive archive;
    {
      const Archive::Group group(archive, "slots");
      std::vector<StarId> ids{StarId{1}, StarId{2}, StarId{3}};
      std::vector<double> radii;
      archive.field("id", ids);
      archive.field("radius", radii);
      archive.field("content", content);
      archive.lists("members", members);
    }
    archive.rewind();
    SlotTable table;
    try {
      table.describe(archive);
    } catch (const InputError&) {
      return false;
    }
    return true;
  };
  constexpr std::uint32_t none = ~0U, subsystem = 1U << 31;
  EXPECT_TRUE(loads({}, {}));
  EXPECT_TRUE(loads({2, none, 1, 0}, {}));
  EXPECT_TRUE(loads({subsystem, none, 1}, {{2, 0}}));
  EXPECT_FALSE(loads({2, 1}, {})) << "a star is nowhere";
  EXPECT_FALSE(loads({2, 1, 1}, {})) << "a star is in two slots";
  EXPECT_FALSE(loads({2, 1, 3}, {})) << "there is no such star";
  EXPECT_FALSE(loads({subsystem + 1, 1}, {{0, 2}})) << "there is no such subsystem";
  EXPECT_FALSE(loads({0, 1, 2}, {{0, 1}})) << "a subsystem is in no slot";
  EXPECT_FALSE(loads({subsystem, 0}, {{0, 1}})) << "a star is in a slot and in a subsystem";
}

}  // namespace
}  // namespace tucana
