// Groups that hold a hard pair, most of whose revolutions matter to nobody else.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/fewbody/nobody.h"
#include "tucana/core/archive.h"
#include "tucana/fewbody/group_subsystem.h"
#include "tucana/fewbody/orbital_elements.h"
#include "tucana/fewbody/relative_energy.h"

namespace tucana {
namespace {

constexpr double inner_axis = 1e-3;

/// A pair of mass 1 and eccentricity 0.5, and a star of mass 1/2 on an orbit about it with a given pericentre, at a
/// time before that.
std::vector<BodyAt> pair_and_star(const OrbitShape& outer, double inclination, double before) {
  const PhasePoint x = state_at_time({outer, inclination, 0.4, 0.7}, -before);
  const PhasePoint inner = state_at_time({{inner_axis / 2, 0.5, 1 / inner_axis, 1}, 0.3, 0.2, 0.1}, 1e-5);
  std::vector<BodyAt> bodies;
  for (const double side : {-0.5, 0.5})
    bodies.push_back({0.5, (-1.0 / 3) * x.x + side * inner.x, (-1.0 / 3) * x.v + side * inner.v});
  bodies.push_back({0.5, (2.0 / 3) * x.x, (2.0 / 3) * x.v});
  return bodies;
}

OrbitShape bound_orbit(double axis, double pericentre) { return {pericentre, 1 - pericentre / axis, 1.5 / axis, 1.5}; }

std::vector<BodyAt> members_of(const Subsystem& group) {
  std::vector<BodyAt> members(group.member_count());
  group.members(members);
  return members;
}

/// In blocks of equal length. Nobody is around.
void follow(GroupSubsystem& group, double from, double to, int blocks) {
  constexpr double never = std::numeric_limits<double>::infinity();
  for (int k = 1; k <= blocks; ++k) {
    group.attend(Tick{}, {false, 0, never, never, {}, {}});
    group.advance(Tick::nearest(from + (to - from) * k / blocks), no_tides);
    group.commit();
  }
}

Vec3 momentum_of(const std::vector<BodyAt>& bodies) {
  Vec3 sum;
  for (const BodyAt& body : bodies) sum += body.mass * cross(body.x, body.v);
  return sum;
}

/// The two stars that are bound most closely, relative to each other.
PhasePoint hardest_pair(const std::vector<BodyAt>& bodies) {
  PhasePoint hardest;
  double largest = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      const PhasePoint relative{bodies[i].x - bodies[k].x, bodies[i].v - bodies[k].v};
      const double beta = kepler_beta(relative, bodies[i].mass + bodies[k].mass);
      if (beta > largest) largest = beta, hardest = relative;
    }
  }
  return hardest;
}

/// A bound triple that is not stable, on its way out and in again: 31623 revolutions of the pair in one of the star.
TEST(SlowedGroup, FollowsAWideUnstableTripleOverManyOrbits) {
  const OrbitShape outer = bound_orbit(1000 * inner_axis, 6 * inner_axis);
  for (const double inclination : {0.5, 1.2, 2.5}) {
    const auto start = pair_and_star(outer, inclination, 0.4 * outer.period());
    GroupSubsystem group({}, Tick{}, start);
    const double energy = relative_energy(start);
    const Vec3 momentum = momentum_of(start);
    follow(group, 0, 5 * outer.period(), 40);
    const auto end = members_of(group);
    EXPECT_LT(group.inner_steps(), 60000U) << inclination;
    EXPECT_NEAR(relative_energy(end) / energy, 1, 1e-9) << inclination;
    EXPECT_LT(norm(momentum_of(end) - momentum), 1e-8 * norm(momentum)) << inclination;
    EXPECT_NEAR(group.internal_energy() / energy, 1, 1e-10) << inclination;
    EXPECT_LT(std::abs(group.energy_by_cause().slow_down / energy), 1e-6) << inclination;
  }
}

/// What a passage does to the orbit of the pair does not depend on slow-down, as long as it is slow against the pair.
TEST(SlowedGroup, HasTheSameSecularChangesInAFlyBy) {
  FewBodyOptions without;
  without.slow_down_limit = 0;
  for (const double pericentre : {30 * inner_axis, 100 * inner_axis}) {
    const OrbitShape outer{pericentre, 1.05, -1.5 * 0.05 / pericentre, 1.5};
    const double half = *time_to_distance(state_at_time({outer, 0, 0, 0}, 0), 1.5, 30 * pericentre, Direction::outward);
    const auto start = pair_and_star(outer, 1.1, half);
    GroupSubsystem slowed({}, Tick{}, start), exact(without, Tick{}, start);
    for (GroupSubsystem* group : {&slowed, &exact}) follow(*group, 0, 2 * half, 7);
    const PhasePoint before = hardest_pair(start), one = hardest_pair(members_of(slowed)),
                     other = hardest_pair(members_of(exact));
    const Vec3 e = eccentricity_vector(other, 1);
    const double change = norm(e - eccentricity_vector(before, 1));
    EXPECT_GT(change, 1e-4);
    EXPECT_LT(norm(eccentricity_vector(one, 1) - e), 0.02 * change) << pericentre;
    EXPECT_NEAR(kepler_beta(one, 1) / kepler_beta(other, 1), 1, 1e-7) << pericentre;
    EXPECT_LT(3 * slowed.inner_steps(), exact.inner_steps()) << pericentre;
    EXPECT_NEAR(relative_energy(members_of(slowed)) / relative_energy(start), 1, 1e-10) << pericentre;
  }
}

/// Two pairs about each other, each with a slow-down of its own.
TEST(SlowedGroup, SlowsTwoPairs) {
  const OrbitShape outer = bound_orbit(3000 * inner_axis, 1000 * inner_axis);
  auto start = pair_and_star(outer, 1.0, 0.1 * outer.period());
  const PhasePoint inner = state_at_time({{inner_axis, 0.9, 0.5 * 0.1 / inner_axis, 0.5}, 1.3, 0.2, 0.1}, 2e-4);
  const BodyAt whole = start.back();
  start.back() = {0.25, whole.x + 0.5 * inner.x, whole.v + 0.5 * inner.v};
  start.push_back({0.25, whole.x - 0.5 * inner.x, whole.v - 0.5 * inner.v});
  GroupSubsystem group({}, Tick{}, start);
  follow(group, 0, outer.period(), 10);
  EXPECT_GE(group.slow_down(), 4);
  EXPECT_LT(group.inner_steps(), 30000U);
  const auto end = members_of(group);
  EXPECT_NEAR(relative_energy(end) / relative_energy(start), 1, 1e-9);
  EXPECT_LT(norm(momentum_of(end) - momentum_of(start)), 1e-8 * norm(momentum_of(start)));
}

TEST(SlowedGroup, GoesOnWithTheSameBitsFromAnArchive) {
  const OrbitShape outer = bound_orbit(1000 * inner_axis, 6 * inner_axis);
  const double t = outer.period();
  GroupSubsystem one({}, Tick{}, pair_and_star(outer, 0.5, 0.4 * t));
  follow(one, 0, 0.2 * t, 3);
  EXPECT_GT(one.slow_down(), 1);
  MemoryArchive archive;
  one.describe(archive);
  MemoryArchive stored = MemoryArchive::from_bytes(archive.to_bytes());
  GroupSubsystem other{FewBodyOptions{}};
  other.describe(stored);
  for (GroupSubsystem* group : {&one, &other}) {
    // A look between two blocks leaves no trace.
    if (group == &other) group->advance(Tick::nearest(0.21 * t), no_tides);
    follow(*group, 0.2 * t, t, 5);
  }
  const auto there = members_of(one), here = members_of(other);
  for (std::size_t i = 0; i < there.size(); ++i) {
    EXPECT_EQ(there[i].x, here[i].x);
    EXPECT_EQ(there[i].v, here[i].v);
  }
}

/// Its members move as slowly as they are said to.
TEST(SlowedGroup, ShowsImagesThatMoveAsTheirVelocitiesSay) {
  const OrbitShape outer = bound_orbit(1000 * inner_axis, 200 * inner_axis);
  GroupSubsystem group({}, Tick{}, pair_and_star(outer, 0.5, 0.3 * outer.period()));
  follow(group, 0, 0.1, 2);
  ASSERT_GT(group.slow_down(), 1);
  const double period = 2 * std::numbers::pi * std::sqrt(inner_axis * inner_axis * inner_axis) * group.slow_down();
  const double h = 1e-4 * period;
  std::vector<BodyAt> images[3];
  std::vector<PartialForce> forces[3];
  for (const int k : {0, 1, 2}) {
    const Tick when = Tick::nearest(0.1 + (k + 1) * h);
    group.advance(when, no_tides);
    group.images(images[k]);
    forces[k].resize(images[k].size());
    group.accelerate_images(when, no_tides, images[k], forces[k]);
  }
  for (std::size_t i = 0; i < images[0].size(); ++i) {
    const Vec3 v = (0.5 / h) * (images[2][i].x - images[0][i].x), a = (0.5 / h) * (images[2][i].v - images[0][i].v),
               j = (0.5 / h) * (forces[2][i].a - forces[0][i].a);
    EXPECT_LT(norm(v - images[1][i].v), 1e-5 * norm(v)) << i;
    EXPECT_LT(norm(a - forces[1][i].a), 1e-5 * norm(a)) << i;
    EXPECT_LT(norm(j - forces[1][i].j), 1e-4 * norm(j)) << i;
  }
}

/// Whoever is outside seems to move too fast for any slow-down: 30,000 revolutions of the pair in one advance.
TEST(SlowedGroup, BoundsItsWorkAndSaysSo) {
  constexpr double axis = 0.01 * inner_axis;
  auto start = pair_and_star(bound_orbit(1000 * inner_axis, 200 * inner_axis), 0.5, 0.1);
  const PhasePoint tight = state_at_time({{axis, 0, 1 / axis, 1}, 0.3, 0.2, 0.1}, 0);
  const Vec3 x = 0.5 * (start[0].x + start[1].x), v = 0.5 * (start[0].v + start[1].v);
  start[0] = {0.5, x + 0.5 * tight.x, v + 0.5 * tight.v};
  start[1] = {0.5, x - 0.5 * tight.x, v - 0.5 * tight.v};
  GroupSubsystem group({}, Tick{}, start);
  const auto advance_to = [&](double t) {
    group.attend(Tick{}, {true, 1e10, 1e-6, 1, {}, {}});
    group.advance(Tick::nearest(t), no_tides);
    group.commit();
  };
  advance_to(2e-4);
  EXPECT_EQ(group.slow_down(), 1);
  EXPECT_TRUE(group.take_notice().empty());
  advance_to(6e-3);
  EXPECT_GT(group.slow_down(), 1);
  EXPECT_LT(group.inner_steps(), 100000U);
  const std::uint64_t before = group.inner_steps();
  EXPECT_EQ(group.take_notice(), "group_hurried");
  EXPECT_TRUE(group.take_notice().empty()) << "it is told once";
  EXPECT_NEAR(relative_energy(members_of(group)) / relative_energy(start), 1, 1e-6);
  advance_to(7e-3);
  EXPECT_LT(group.inner_steps() - before, 10000U) << "it knows by now";
}

/// Stars that touch are found although their pair is slowed down.
TEST(SlowedGroup, NoticesWhenTheStarsOfASlowedPairTouch) {
  const OrbitShape outer = bound_orbit(1000 * inner_axis, 200 * inner_axis);
  for (const double part : {0.45, 0.55}) {
    GroupSubsystem group({}, Tick{}, pair_and_star(outer, 0.5, 0.3 * outer.period()));
    const double radius = 0.5 * part * inner_axis;
    group.set_radii(std::vector{radius, radius, 0.0});
    follow(group, 0, 0.1, 5);
    EXPECT_EQ(group.contact().has_value(), part > 0.5) << "the pericentre is at 0.5";
  }
}

}  // namespace
}  // namespace tucana
