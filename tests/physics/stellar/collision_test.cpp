#include "tucana/physics/stellar/collision.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tucana/physics/stellar/sse_provider.h"

namespace tucana::stellar {
namespace {

constexpr double metallicity = 0.02;

Star star_at(double mass, double age) {
  const SseProvider provider;
  StarState state = provider.birth(mass, metallicity);
  provider.advance(state, age);
  return state.now;
}

/// The first time in the life of a star at which it has a type.
Star star_of_type(double mass, StellarType type) {
  const SseProvider provider;
  StarState state = provider.birth(mass, metallicity);
  while (state.now.type != type && std::isfinite(provider.next_update(state)))
    provider.advance(state, provider.next_update(state));
  EXPECT_EQ(state.now.type, type) << mass;
  return state.now;
}

CollisionProduct collide(const Star& a, const Star& b, const CollisionOptions& options = {}) {
  EvolutionOptions evolution;
  evolution.collisions = options;
  const SseProvider provider(evolution);
  return collide(provider.tracks(metallicity), provider.options(), a, b);
}

// A star of each type but 7, 8 and 9, which single stars reach late.
std::vector<Star> stars_of_many_types() {
  return {star_at(0.5, 1000),
          star_at(1, 5000),
          star_of_type(2, StellarType::hertzsprung_gap),
          star_of_type(1.2, StellarType::giant_branch),
          star_of_type(3, StellarType::core_helium_burning),
          star_of_type(3, StellarType::early_agb),
          star_of_type(3, StellarType::pulsing_agb),
          star_of_type(50, StellarType::helium_main_sequence),
          star_of_type(3, StellarType::carbon_oxygen_white_dwarf),
          star_of_type(7.5, StellarType::oxygen_neon_white_dwarf),
          star_of_type(12, StellarType::neutron_star),
          star_of_type(40, StellarType::black_hole)};
}

TEST(Collisions, HaveTheTypesOfTheTableInAnyOrder) {
  using enum StellarType;
  EXPECT_EQ(collision_type(main_sequence, giant_branch), giant_branch);
  EXPECT_EQ(collision_type(main_sequence, carbon_oxygen_white_dwarf), pulsing_agb);
  EXPECT_EQ(collision_type(helium_white_dwarf, helium_white_dwarf), no_remnant);
  EXPECT_EQ(collision_type(helium_white_dwarf, carbon_oxygen_white_dwarf), helium_giant);
  EXPECT_EQ(collision_type(neutron_star, neutron_star), black_hole);
  for (int i = 0; i < 15; ++i)
    for (int j = 0; j < 15; ++j) {
      const auto a = static_cast<StellarType>(i), b = static_cast<StellarType>(j);
      EXPECT_EQ(collision_type(a, b), collision_type(b, a));
      EXPECT_GE(number_of(collision_type(a, b)), 1);
    }
}

TEST(Collisions, OfAllTypesGiveStarsThatLiveOn) {
  const SseProvider provider;
  for (const Star& a : stars_of_many_types()) {
    for (const Star& b : stars_of_many_types()) {
      const CollisionProduct one = collide(a, b), two = collide(b, a);
      EXPECT_EQ(one.star.mass, two.star.mass);
      EXPECT_EQ(one.star.radius, two.star.radius);
      EXPECT_NEAR(one.star.mass + one.lost_mass, a.mass + b.mass, 1e-12 * (a.mass + b.mass));
      if (one.is_destroyed()) continue;
      EXPECT_GT(one.star.radius, 0) << number_of(a.type) << " " << number_of(b.type);
      EXPECT_GT(one.star.luminosity, 0) << number_of(a.type) << " " << number_of(b.type);
      StarState state = provider.resume(one.star, one.star.mass, metallicity, 0);
      provider.advance(state, one.star.age + 20000);
      EXPECT_LE(state.now.mass, one.star.mass * (1 + 1e-12));
      EXPECT_TRUE(std::isfinite(state.now.radius)) << number_of(a.type) << " " << number_of(b.type);
    }
  }
}

TEST(Collisions, OfMainSequenceStarsMakeYoungerOnes) {
  const Star old = star_at(1, 9000);
  const Star blue = collide(old, old).star;
  const SseProvider provider;
  const double lifetime = provider.tracks(metallicity).main_sequence.lifetime(2);
  const double part = 9000 / provider.tracks(metallicity).main_sequence.lifetime(1);
  EXPECT_NEAR(blue.track_age / lifetime, 0.1 * part, 0.01 * part) << "the winds take a little";
  EXPECT_NEAR(blue.mass, 2, 0.01);
  EXPECT_EQ(blue.age, old.age);
}

TEST(Collisions, GiveGiantsTheCoresThatWentIn) {
  const Star giant = star_of_type(3, StellarType::core_helium_burning), small = star_at(0.8, 300);
  const Star fed = collide(giant, small).star;
  EXPECT_EQ(fed.type, StellarType::core_helium_burning);
  EXPECT_NEAR(fed.core_mass / giant.core_mass, 1, 0.02);
  const Star dwarf = star_of_type(3, StellarType::carbon_oxygen_white_dwarf);
  const Star agb = collide(dwarf, small).star;
  EXPECT_EQ(agb.type, StellarType::pulsing_agb);
  EXPECT_NEAR(agb.core_mass / dwarf.mass, 1, 0.02);
}

TEST(Collisions, OfWhiteDwarfsAboveTheLimitExplodeOrCollapse) {
  const Star carbon = star_of_type(5, StellarType::carbon_oxygen_white_dwarf),
             neon = star_of_type(7.5, StellarType::oxygen_neon_white_dwarf);
  EXPECT_GT(2 * carbon.mass, 1.44);
  EXPECT_TRUE(collide(carbon, carbon).is_destroyed());
  EXPECT_EQ(collide(carbon, neon).star.type, StellarType::neutron_star);
  const Star light = star_of_type(1, StellarType::carbon_oxygen_white_dwarf);
  EXPECT_EQ(collide(light, light).star.type, StellarType::carbon_oxygen_white_dwarf);
}

TEST(Collisions, WithBlackHolesLoseWhatTheOptionsSay) {
  const Star hole = star_of_type(40, StellarType::black_hole), star = star_at(2, 100);
  EXPECT_EQ(collide(hole, star).star.mass, hole.mass);
  EXPECT_NEAR(collide(hole, star).lost_mass, star.mass, 1e-12);
  EXPECT_NEAR(collide(hole, star, {0, 0.5}).star.mass, hole.mass + star.mass / 2, 1e-12);
  EXPECT_EQ(collide(hole, hole).star.mass, 2 * hole.mass);
}

}  // namespace
}  // namespace tucana::stellar
