#include "tucana/core/archive.h"

#include <gtest/gtest.h>

#include "tucana/core/error.h"

namespace tucana {
namespace {

struct State {
  double eta = 0;
  bool flag = false;
  std::string text;
  std::vector<Vec3> positions;
  std::vector<Level> levels;

  void describe(Archive& archive) {
    archive.field("eta", eta);
    archive.field("flag", flag);
    const Archive::Group group(archive, "columns");
    archive.field("text", text);
    archive.field("positions", positions);
    archive.field("levels", levels);
  }
};

TEST(MemoryArchive, BringsBackWhatItSaved) {
  State saved{0.1, true, "Plummer", {{1, 2, 3}, {-0.0, 1e-300, 5}}, {{3}, {48}}};
  MemoryArchive archive;
  saved.describe(archive);
  archive.rewind();
  State loaded;
  loaded.describe(archive);
  MemoryArchive again;
  loaded.describe(again);
  EXPECT_EQ(archive.first_difference(again), "");
  EXPECT_EQ(loaded.text, "Plummer");
  EXPECT_TRUE(std::signbit(loaded.positions[1].x));

  loaded.levels[1].log2 = 47;
  MemoryArchive changed;
  loaded.describe(changed);
  EXPECT_EQ(archive.first_difference(changed), "columns/levels");
}

struct Row {
  Vec3 place;
  Tick time;
};
struct Table {
  std::vector<Row> rows;
  std::vector<std::vector<Slot>> lists;
  void describe(Archive& archive) {
    std::uint64_t n = rows.size();
    archive.field("n", n);
    rows.resize(n);
    archive.column(
        "place", rows, [](Row & row) -> auto& { return row.place; });
    archive.column(
        "time", rows, [](Row & row) -> auto& { return row.time; });
    archive.lists("neighbours", lists);
  }
};

TEST(MemoryArchive, KnowsColumnsOfStructsAndListsOfLists) {
  Table saved{{{{1, 2, 3}, {7}}, {{4, 5, 6}, {8}}}, {{Slot{1}}, {}, {Slot{0}, Slot{2}}}};
  MemoryArchive archive;
  saved.describe(archive);
  MemoryArchive sent = MemoryArchive::from_bytes(archive.to_bytes());
  Table loaded;
  loaded.describe(sent);
  EXPECT_EQ(loaded.rows[1].place, (Vec3{4, 5, 6}));
  EXPECT_EQ(loaded.rows[1].time, Tick{8});
  EXPECT_EQ(loaded.lists, saved.lists);
  MemoryArchive again;
  loaded.describe(again);
  EXPECT_EQ(archive.first_difference(again), "");
}

TEST(MemoryArchive, RefusesListsAndColumnsThatDoNotFit) {
  const auto refused = [](auto&& save, auto&& load) {
    MemoryArchive archive;
    save(archive);
    archive.rewind();
    EXPECT_THROW(load(archive), InputError);
  };
  std::vector<std::vector<Slot>> lists;
  for (const std::vector<std::uint64_t>& lengths :
       {std::vector<std::uint64_t>{3}, std::vector<std::uint64_t>{1}, std::vector<std::uint64_t>{1, ~std::uint64_t{0}}})
    refused(
        [&](Archive& archive) {
          auto copy = lengths;
          std::vector<Slot> all{Slot{0}, Slot{1}};
          archive.field("list_length", copy);
          archive.field("list", all);
        },
        [&](Archive& archive) { archive.lists("list", lists); });
  std::vector<Row> rows(2);
  refused(
      [&](Archive& archive) {
        std::vector<Tick> one(1);
        archive.field("time", one);
      },
      [&](Archive& archive) {
        archive.column(
            "time", rows, [](Row & row) -> auto& { return row.time; });
      });
}

TEST(MemoryArchive, RefusesBytesThatNoArchiveGave) {
  Table table{{{{1, 2, 3}, {7}}}, {{Slot{1}}}};
  MemoryArchive archive;
  table.describe(archive);
  auto bytes = archive.to_bytes();
  for (std::size_t n = 0; n < bytes.size(); ++n) {
    // A whole number of fields is an archive; loading it says what is missing.
    try {
      MemoryArchive part = MemoryArchive::from_bytes(std::span(bytes).first(n));
      Table loaded;
      EXPECT_THROW(loaded.describe(part), InputError) << n;
    } catch (const InputError&) {
    }
  }
  bytes[0] = std::byte{0xFF};
  bytes[7] = std::byte{0xFF};
  EXPECT_THROW(MemoryArchive::from_bytes(bytes), InputError);
}

TEST(MemoryArchive, RefusesAnotherField) {
  MemoryArchive archive;
  double a = 1;
  archive.field("a", a);
  archive.rewind();
  EXPECT_THROW(archive.field("b", a), InputError);
  EXPECT_THROW(archive.field("a", a), InputError) << "past the end";
}

}  // namespace
}  // namespace tucana
