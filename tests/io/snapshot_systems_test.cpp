// Pairs and groups in snapshots: their digits come back, and edited stars win over them.
#include <cmath>

#include "tests/io/io_test.h"
#include "tucana/io/snapshot.h"

namespace tucana {
namespace {

class SnapshotSystems : public test::IoTest {
 protected:
  static constexpr double tiny = 1e-9;
  /// A pair so close that its places hardly know it, and a group of three.
  static StarsBuffer stars() {
    StarsBuffer stars = test::some_stars(30);
    stars.mass.assign(30, 0.25);
    for (std::size_t i = 0; i < 30; ++i) {
      stars.position[i] = {0.1 * static_cast<double>(i), 1.0 / (1.0 + static_cast<double>(i)), -0.3};
      stars.velocity[i] = {-0.1, 0.7, 0.01 * static_cast<double>(i)};
    }
    add(stars, {4, 21}, {{tiny / 3, 0, 0}, {-tiny / 3, 0, 0}}, {{0, 1e4, 0}, {0, -1e4, 0}}, 12.5);
    add(stars, {9, 8, 2}, {{0.01, 0, 0}, {0, 0.01, 0}, {-0.01, -0.01, 0}}, {{}, {}, {}}, 1);
    return stars;
  }
  static void add(StarsBuffer& stars, const std::vector<std::uint32_t>& rows, const std::vector<Vec3>& x,
                  const std::vector<Vec3>& v, double slow_down) {
    const Vec3 centre = stars.position[rows[0]], velocity = stars.velocity[rows[0]];
    stars.systems.push_back({rows.size() == 2 ? SystemKind::pair : SystemKind::group,
                             static_cast<std::uint32_t>(stars.system_members.size()),
                             static_cast<std::uint32_t>(rows.size()), slow_down, centre, velocity});
    for (std::size_t k = 0; k < rows.size(); ++k) {
      stars.system_members.push_back({rows[k], x[k], v[k]});
      stars.position[rows[k]] = centre + x[k];
      stars.velocity[rows[k]] = velocity + v[k];
    }
  }
  StarsBuffer round_trip(const StarsBuffer& stars) const {
    write_snapshot(file("s.hdf5"), stars.view(), {1, {2.5, 1234.0}, 0, "", "0.1.0"});
    return read_snapshot(file("s.hdf5")).stars;
  }
};

TEST_F(SnapshotSystems, ComeBackWithAllTheirBits) {
  const StarsBuffer before = stars(), after = round_trip(before);
  ASSERT_EQ(after.systems.size(), 2U);
  ASSERT_EQ(after.system_members.size(), 5U);
  for (std::size_t s = 0; s < 2; ++s) {
    EXPECT_EQ(after.systems[s].kind, before.systems[s].kind);
    EXPECT_EQ(after.systems[s].first, before.systems[s].first);
    EXPECT_EQ(after.systems[s].count, before.systems[s].count);
    EXPECT_EQ(after.systems[s].slow_down, before.systems[s].slow_down);
    EXPECT_EQ(after.systems[s].position, before.systems[s].position);
    EXPECT_EQ(after.systems[s].velocity, before.systems[s].velocity);
  }
  for (std::size_t k = 0; k < 5; ++k) {
    EXPECT_EQ(after.system_members[k].row, before.system_members[k].row);
    EXPECT_EQ(after.system_members[k].position, before.system_members[k].position);
    EXPECT_EQ(after.system_members[k].velocity, before.system_members[k].velocity);
  }
  const Vec3 apart = after.position[4] - after.position[21];
  EXPECT_GT(std::abs(norm(apart) / (2 * tiny / 3) - 1), 1e-12) << "places alone have lost them";
}

TEST_F(SnapshotSystems, FollowTheirStarsIntoOtherParticleTypes) {
  StarsBuffer before = stars();
  before.family.assign(30, Family::star);
  before.family[25] = Family::halo;
  const StarsBuffer after = round_trip(before);
  ASSERT_EQ(after.systems.size(), 2U);
  EXPECT_EQ(after.id[after.system_members[0].row], before.id[4]);
  EXPECT_EQ(after.system_members[0].row, 5U) << "behind the halo body";
}

TEST_F(SnapshotSystems, LoseAgainstStarsThatWereMoved) {
  const auto systems_after = [&](auto&& edit) {
    StarsBuffer edited = stars();
    edit(edited);
    return round_trip(edited).systems.size();
  };
  EXPECT_EQ(systems_after([](StarsBuffer&) {}), 2U);
  EXPECT_EQ(systems_after([](StarsBuffer& s) { s.position[21].x += 1e-10; }), 1U);
  EXPECT_EQ(systems_after([](StarsBuffer& s) { s.velocity[8].y += 1e-6; }), 1U);
  EXPECT_EQ(systems_after([](StarsBuffer& s) { s.mass[4] *= 2; }), 1U) << "the centre is not that of mass any more";
  EXPECT_EQ(systems_after([](StarsBuffer& s) { s.systems[0].slow_down = 0.5; }), 1U);
  EXPECT_EQ(systems_after([](StarsBuffer& s) { s.system_members[3].row = 4; }), 1U) << "a star is in two of them";
  EXPECT_EQ(systems_after([](StarsBuffer& s) { s.position[0].x = 100; }), 2U) << "no member";
}

}  // namespace
}  // namespace tucana
