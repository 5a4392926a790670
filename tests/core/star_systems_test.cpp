#include "tucana/core/star_systems.h"

#include <gtest/gtest.h>

#include "tucana/core/star_sums.h"
#include "tucana/core/stars.h"

namespace tucana {
namespace {

/// Four stars, of which the second and the fourth are a pair about (8, 0, 0) that moves with (0, 1, 0).
StarsBuffer two_and_a_pair() {
  StarsBuffer stars;
  stars.resize(4);
  stars.number_from_one();
  stars.mass = {1, 3, 2, 1};
  stars.radius = {0.5, 0.25, 0, 0};
  stars.position = {{0, 0, 0}, {8.25, 0, 0}, {0, 5, 0}, {7.25, 0, 0}};
  stars.velocity = {{0, 0, 0}, {0, 1.5, 0}, {1, 0, 0}, {0, -0.5, 0}};
  stars.systems = {{SystemKind::pair, 0, 2, 1, {8, 0, 0}, {0, 1, 0}}};
  stars.system_members = {{1, {0.25, 0, 0}, {0, 0.5, 0}}, {3, {-0.75, 0, 0}, {0, -1.5, 0}}};
  return stars;
}

TEST(StarSystems, CountAsOneBodyInThePlaceOfTheFirstMember) {
  const StarsBuffer bodies = with_systems_as_bodies(two_and_a_pair().view());
  EXPECT_EQ(bodies.id, (std::vector<StarId>{StarId{1}, StarId{2}, StarId{3}}));
  EXPECT_EQ(bodies.mass, (std::vector<double>{1, 4, 2}));
  EXPECT_EQ(bodies.radius, (std::vector<double>{0.5, 0.25, 0}));
  EXPECT_EQ(bodies.position, (std::vector<Vec3>{{0, 0, 0}, {8, 0, 0}, {0, 5, 0}}));
  EXPECT_EQ(bodies.velocity, (std::vector<Vec3>{{0, 0, 0}, {0, 1, 0}, {1, 0, 0}}));
  EXPECT_TRUE(bodies.systems.empty());
  EXPECT_TRUE(bodies.family.empty());
}

TEST(StarSystems, LeaveATableWithoutThemAsItIs) {
  StarsBuffer stars = two_and_a_pair();
  stars.forget_systems();
  stars.family.assign(4, Family::disc);
  const StarsBuffer bodies = with_systems_as_bodies(stars.view());
  EXPECT_EQ(bodies.id, stars.id);
  EXPECT_EQ(bodies.position, stars.position);
  EXPECT_EQ(bodies.family, stars.family);
}

TEST(StarSystems, MoveWithTheTable) {
  StarsBuffer stars = two_and_a_pair();
  stars.shift({1, 2, 3}, {0, 0, 4});
  EXPECT_EQ(stars.position[3], (Vec3{8.25, 2, 3}));
  EXPECT_EQ(stars.velocity[3], (Vec3{0, -0.5, 4}));
  EXPECT_EQ(stars.systems[0].position, (Vec3{9, 2, 3}));
  EXPECT_EQ(stars.systems[0].velocity, (Vec3{0, 1, 4}));
  EXPECT_EQ(stars.system_members[0].position, (Vec3{0.25, 0, 0})) << "relative to a centre that moves as they do";
}

TEST(StarSystems, AreForgottenWhereRowsMayBeOthers) {
  StarsBuffer stars = two_and_a_pair();
  stars.resize(5);
  EXPECT_TRUE(stars.systems.empty());
  EXPECT_TRUE(stars.system_members.empty());
}

// The places of the table are wrong here, to show that they are not what is summed.
TEST(StarSystems, HaveTheKineticEnergyOfCentreAndInside) {
  StarsBuffer stars = two_and_a_pair();
  EXPECT_EQ(inner_kinetic_energy(stars.view()), 0.5 * 3 * 0.25 + 0.5 * 1 * 2.25);
  const double resolved = kinetic_energy(stars.view());
  EXPECT_EQ(resolved, 0.5 * 3 * 2.25 + 0.5 * 0.25 + 0.5 * 2);
  stars.velocity[1] = stars.velocity[3] = {9, 9, 9};
  EXPECT_EQ(kinetic_energy(stars.view()), resolved);
}

}  // namespace
}  // namespace tucana
