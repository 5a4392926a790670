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
