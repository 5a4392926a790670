#include "tucana/core/frame.h"

#include <gtest/gtest.h>

#include <vector>

#include "tucana/core/random.h"

namespace tucana {
namespace {

/// Bodies within a unit sphere and as fast as 1 around a place and a velocity.
std::vector<PhasePoint> cloud(std::size_t n, const Vec3& place, const Vec3& velocity) {
  std::vector<PhasePoint> bodies(n);
  for (std::size_t i = 0; i < n; ++i) {
    RandomStream random(1, RandomUse::test, i);
    bodies[i].x = place + random.uniform() * random.direction();
    bodies[i].v = velocity + random.uniform() * random.direction();
  }
  return bodies;
}

std::optional<PhasePoint> shift_of(const std::vector<PhasePoint>& bodies) {
  return frame_shift(bodies.size(), [&](std::size_t i) { return bodies[i]; });
}

TEST(Frame, StaysWhereBodiesAreAroundItsOrigin) {
  for (const std::size_t n : {0, 1, 2, 3, 10, 1001}) EXPECT_FALSE(shift_of(cloud(n, {}, {}))) << n;
  EXPECT_FALSE(shift_of(cloud(100, {0.5, 0, 0}, {0, 0.5, 0}))) << "near enough";
  EXPECT_FALSE(shift_of(std::vector<PhasePoint>(5))) << "cold, and all at one place";
  EXPECT_FALSE(shift_of(cloud(1, {1e5, 0, 0}, {}))) << "one body has no size to be compared with";
}

TEST(Frame, GoesWhereMostBodiesAre) {
  auto bodies = cloud(101, {1e5, -1e5, 0}, {0, 200, 0});
  bodies[7].x = {1e12, 0, 0};  // an escaper does not count
  bodies[7].v = {1e9, 0, 0};
  const auto shift = shift_of(bodies);
  ASSERT_TRUE(shift);
  EXPECT_LT(norm(shift->x - Vec3{1e5, -1e5, 0}), 0.5);
  EXPECT_LT(norm(shift->v - Vec3{0, 200, 0}), 0.5);
  for (PhasePoint& body : bodies) body = {body.x - shift->x, body.v - shift->v};
  EXPECT_FALSE(shift_of(bodies)) << "and stays there";
}

TEST(Frame, FollowsPlaceOrVelocityAlone) {
  const auto placed = shift_of(cloud(50, {0, 0, 1000}, {}));
  ASSERT_TRUE(placed);
  EXPECT_EQ(placed->v, Vec3{});
  const auto moving = shift_of(cloud(50, {}, {0, 0, 1000}));
  ASSERT_TRUE(moving);
  EXPECT_EQ(moving->x, Vec3{});
}

TEST(Frame, OfTwoBodiesIsBetweenThem) {
  const std::vector<PhasePoint> pair{{{1000, 1, 0}, {5, 0, 0}}, {{1000, -1, 0}, {-5, 0, 0}}};
  const auto shift = shift_of(pair);
  ASSERT_TRUE(shift);
  EXPECT_EQ(shift->x, (Vec3{1000, 0, 0}));
  EXPECT_EQ(shift->v, Vec3{});
}

TEST(Frame, StarsLeaveItWhereTheyWouldHaveMoved) {
  Frame frame;
  EXPECT_TRUE(frame.is_at_rest());
  frame.move_by({{1e5, 0, 0}, {0, 200, 0}}, Tick::nearest(0));
  frame.move_by({{-1, 0, 0}, {0, 1, 0}}, Tick::nearest(0.5));  // at (99999, 100, 0), 201 fast from now on
  EXPECT_EQ(frame.origin(Tick::nearest(1.5)), (Vec3{99999, 301, 0}));
  StarsBuffer stars;
  stars.resize(1);
  stars.position[0] = {99999, 302, 0};
  stars.velocity[0] = {0, 201, 3};
  frame.enter(stars, Tick::nearest(1.5));
  EXPECT_EQ(stars.position[0], (Vec3{0, 1, 0}));
  EXPECT_EQ(stars.velocity[0], (Vec3{0, 0, 3}));
  frame.leave(stars, Tick::nearest(2.5));
  EXPECT_EQ(stars.position[0], (Vec3{99999, 503, 0}));
  EXPECT_EQ(stars.velocity[0], (Vec3{0, 201, 3}));

  MemoryArchive archive;
  frame.describe(archive);
  archive.rewind();
  Frame loaded;
  loaded.describe(archive);
  EXPECT_EQ(loaded.origin(Tick::nearest(9)), frame.origin(Tick::nearest(9)));
}

}  // namespace
}  // namespace tucana
