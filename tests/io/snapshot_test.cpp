#include "tucana/io/snapshot.h"

#include <cmath>

#include "tests/io/io_test.h"

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

}  // namespace
}  // namespace tucana
