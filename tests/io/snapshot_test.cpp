#include "tucana/io/snapshot.h"

#include <cmath>

#include "tests/io/gadget_file.h"
#include "tests/io/io_test.h"
#include "tucana/io/file_image.h"
#include "tucana/io/read_stars.h"
#include "tucana/io/snapshot_parameters.h"

namespace tucana {
namespace {

using test::IoTest;

class Snapshot : public IoTest {};

void expect_close(double a, double b) { EXPECT_LE(std::abs(a - b), 1e-15 * std::abs(a)) << a << " " << b; }

void expect_close(const Vec3& a, const Vec3& b) {
  expect_close(a.x, b.x);
  expect_close(a.y, b.y);
  expect_close(a.z, b.z);
}

void expect_round_trip(const std::filesystem::path& path, std::size_t n) {
  const StarsBuffer stars = test::some_stars(n);
  const SnapshotHeader header{12.375, {2.5, 1234.0}, 17, "[model]\nn = 5\nseed = 1\n", "0.1.0"};
  write_snapshot(path, stars.view(), header);
  const LoadedStars loaded = read_snapshot(path);
  EXPECT_EQ(loaded.time, header.time);
  EXPECT_EQ(loaded.number, 17);
  EXPECT_EQ(loaded.options_toml, header.options_toml);
  ASSERT_TRUE(loaded.units.has_value());
  EXPECT_EQ(loaded.units->length_pc, 2.5);
  EXPECT_EQ(loaded.units->mass_msun, 1234.0);
  EXPECT_EQ(loaded.stars.id, stars.id);
  ASSERT_EQ(loaded.stars.size(), n);
  for (std::size_t i = 0; i < n; ++i) {
    expect_close(stars.mass[i], loaded.stars.mass[i]);
    expect_close(stars.radius[i], loaded.stars.radius[i]);
    expect_close(stars.position[i], loaded.stars.position[i]);
    expect_close(stars.velocity[i], loaded.stars.velocity[i]);
  }
}

TEST_F(Snapshot, RoundTripOfOneStar) { expect_round_trip(file("s.hdf5"), 1); }
TEST_F(Snapshot, RoundTripOfSeveralPieces) { expect_round_trip(file("s.hdf5"), 20000); }

TEST_F(Snapshot, FamiliesAreKeptInTheirOwnParticleTypes) {
  StarsBuffer stars = test::some_stars(20000);
  for (std::size_t i = 0; i < stars.size(); ++i) {
    stars.family.push_back(i % 3 == 0 ? Family::star : i % 3 == 1 ? Family::halo : Family::bulge);
  }
  write_snapshot(file("s.hdf5"), stars.view(), {1, {1e3, 1e10}, 0, "", "0.1.0"});
  const LoadedStars loaded = read_snapshot(file("s.hdf5"));
  ASSERT_EQ(loaded.stars.size(), stars.size());
  ASSERT_EQ(loaded.stars.family.size(), stars.size());
  // Halo bodies come first, then the bulge, then the stars, each family in its old order.
  std::size_t at = 0;
  for (const Family family : {Family::halo, Family::bulge, Family::star}) {
    for (std::size_t i = 0; i < stars.size(); ++i) {
      if (stars.family[i] != family) continue;
      ASSERT_EQ(loaded.stars.family[at], family);
      ASSERT_EQ(loaded.stars.id[at], stars.id[i]);
      expect_close(stars.position[i], loaded.stars.position[at]);
      expect_close(stars.velocity[i], loaded.stars.velocity[at]);
      expect_close(stars.mass[i], loaded.stars.mass[at]);
      ++at;
    }
  }
}

TEST_F(Snapshot, StarsAloneNeedNoFamilies) {
  write_snapshot(file("s.hdf5"), test::some_stars(10).view(), {0, {}, 0, "", "0.1.0"});
  EXPECT_TRUE(read_snapshot(file("s.hdf5")).stars.family.empty());
  StarsBuffer named = test::some_stars(10);
  named.family.assign(10, Family::star);
  write_snapshot(file("t.hdf5"), named.view(), {0, {}, 0, "", "0.1.0"});
  EXPECT_EQ(test::read_text_file(file("s.hdf5")), test::read_text_file(file("t.hdf5")));
}

TEST_F(Snapshot, GalacticUnitsGoThroughAsTheyAre) {
  // One code unit is 1 kpc, 1e10 Msun and 207.4 km/s: the first two are the file's own.
  StarsBuffer stars = test::some_stars(5);
  const UnitScale units{1e3, 1e10};
  EXPECT_NEAR(units.velocity_kms(), 207.386, 0.001);
  EXPECT_NEAR(units.time_myr(), 4.7148, 0.0001);
  write_snapshot(file("s.hdf5"), stars.view(), {0, units, 0, "", "0.1.0"});
  const LoadedStars loaded = read_snapshot(file("s.hdf5"));
  EXPECT_EQ(loaded.stars.position, stars.position);
  EXPECT_EQ(loaded.stars.mass, stars.mass);
  for (std::size_t i = 0; i < 5; ++i) expect_close(stars.velocity[i], loaded.stars.velocity[i]);
}

TEST_F(Snapshot, SofteningIsKeptForEachFamily) {
  StarsBuffer stars = test::some_stars(30);
  for (std::size_t i = 0; i < stars.size(); ++i) stars.family.push_back(i % 2 == 0 ? Family::halo : Family::star);
  SnapshotHeader header{0, {1e3, 1e10}, 0, "", "0.1.0"};
  header.softening = {0.5, 0.25, 0.125, 0.5, 0.0625, 0.5};
  write_snapshot(file("s.hdf5"), stars.view(), header);
  // Families without bodies have the general one.
  const FamilyLengths kept = {0.0625, 0.25, 0.0625, 0.0625, 0.0625, 0.0625};
  EXPECT_EQ(read_snapshot(file("s.hdf5")).softening, kept);
  const LoadedStars facts = read_all_but_stars(file("s.hdf5"));
  EXPECT_EQ(facts.softening, kept);
  EXPECT_EQ(facts.units->length_pc, 1e3);
  EXPECT_EQ(facts.stars.size(), 0u);
  // What readers of a dataset see, though the rows are not stored.
  const FileImage image = read_file_image(file("s.hdf5"));
  const hdf5::Session session;
  const hdf5::Handle open = hdf5::open_image(image.bytes());
  const hdf5::Handle set(H5Dopen2(open.get(), "PartType1/Softenings", H5P_DEFAULT), &H5Dclose, "");
  std::vector<double> seen(15);
  hdf5::check(H5Dread(set.get(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, seen.data()), "");
  EXPECT_EQ(seen, std::vector<double>(15, 0.25));
}

TEST_F(Snapshot, SofteningCrossesTheIsolatedReader) {
  SnapshotHeader header{0, {1e3, 1e10}, 0, "", "0.1.0"};
  header.softening.fill(0.03125);
  write_snapshot(file("s.hdf5"), test::some_stars(10).view(), header);
  std::string bytes = test::read_text_file(file("s.hdf5"));
  bytes.resize(bytes.size() - 32);  // without its seal, as other tools leave it
  test::write_text_file(file("t.hdf5"), bytes);
  EXPECT_EQ(read_snapshot(file("t.hdf5")).softening, header.softening);
}

TEST_F(Snapshot, OfOlderVersionsHasNoSoftening) {
  test::GadgetFile older;  // scalars in the header, nothing of softening
  older.header(2);
  older.bodies(4, 3, 1);
  older.masses(4, 3);
  older.group("Tucana");
  older.attribute("Tucana", "length_pc", std::array{1e3});
  older.attribute("Tucana", "mass_msun", std::array{1e10});
  older.attribute("Tucana", "time", std::array{0.5});
  older.write(file("s.hdf5"));
  const LoadedStars loaded = read_snapshot(file("s.hdf5"));
  EXPECT_FALSE(loaded.softening.has_value());
  EXPECT_EQ(loaded.time, 0.5);
  EXPECT_EQ(loaded.stars.size(), 3u);
}

TEST(SnapshotParameters, HaveTheirSectionsAndNoComments) {
  const auto values = named_values(
      "# Every option of this run.\n\n[model]  # the stars at the start\n# help\nkind = \"file\"  # one of a, b\n"
      "file = \"a \\\"b\\\" # c.hdf5\"  # text\n[gravity]\nsoftening = 0.5  # real, in length units\n"
      "lists = [1, 2]\nword = 'a # b'\n=3\nno value\n");
  std::vector<std::string> names, texts;
  for (const NamedValue& value : values) names.push_back(value.name), texts.push_back(value.value);
  EXPECT_EQ(names, (std::vector<std::string>{"model.kind", "model.file", "gravity.softening", "gravity.lists",
                                             "gravity.word"}));
  EXPECT_EQ(texts, (std::vector<std::string>{"file", "a \"b\" # c.hdf5", "0.5", "[1, 2]", "a # b"}));
}

}  // namespace
}  // namespace tucana
