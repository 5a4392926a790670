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

}  // namespace
}  // namespace tucana
