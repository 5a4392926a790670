#include "tucana/physics/stellar/remnant_mass.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tucana::stellar {
namespace {

RemnantOptions with(RemnantRule rule) {
  RemnantOptions options;
  options.rule = rule;
  options.pair_instability = PairInstability::off;
  options.neutrino_loss = NeutrinoLoss::none;
  return options;
}

/// A helium core above the range of electron capture and below pair instability.
Progenitor star(double mass, double co_core) { return {mass, 20, co_core}; }

TEST(RemnantMass, ConvertsBaryonsOfNeutronStarsOnce) {
  // M_bar = M + 0.075 M^2.
  for (const double mass : {1.2, 1.4, 2.0, 2.5})
    EXPECT_NEAR(neutron_star_gravitational_mass(mass + 0.075 * mass * mass), mass, 1e-14);
}

// Fryer et al. 2012, equations 15 to 19, by hand.
TEST(RemnantMass, DelayedFollowsItsFormula) {
  const RemnantOptions options = with(RemnantRule::delayed);
  EXPECT_NEAR(collapse(options, star(12, 2)).mass, neutron_star_gravitational_mass(1.4), 1e-14);
  EXPECT_NEAR(collapse(options, star(12, 3)).mass, neutron_star_gravitational_mass(1.2 + 0.45), 1e-14);
  const double slope = 0.133 - 0.093 / (20 - 1.3), fraction = slope * 5 + 1 - 11 * slope;
  const Collapse middle = collapse(options, star(20, 5));
  EXPECT_NEAR(middle.fall_back, fraction, 1e-14);
  EXPECT_NEAR(middle.mass, 1.3 + fraction * 18.7, 1e-12);
  EXPECT_EQ(middle.remnant, StellarType::black_hole);
  const Collapse direct = collapse(options, star(30, 12));
  EXPECT_EQ(direct.fall_back, 1);
  EXPECT_DOUBLE_EQ(direct.mass, 30);
}

TEST(RemnantMass, RapidFollowsItsFormula) {
  const RemnantOptions options = with(RemnantRule::rapid);
  EXPECT_NEAR(collapse(options, star(12, 2)).mass, neutron_star_gravitational_mass(1.2), 1e-14);
  EXPECT_NEAR(collapse(options, star(12, 4)).mass, neutron_star_gravitational_mass(1 + 0.286 * 4 - 0.514), 1e-14);
  EXPECT_DOUBLE_EQ(collapse(options, star(18, 6.5)).mass, 18);
  const double slope = 0.25 - 1.275 / 19;
  EXPECT_NEAR(collapse(options, star(20, 9)).fall_back, 1 - 2 * slope, 1e-14);
  EXPECT_DOUBLE_EQ(collapse(options, star(30, 11)).mass, 30);
}

TEST(RemnantMass, BelczynskiHasIronCoresAndFallBack) {
  const RemnantOptions options = with(RemnantRule::belczynski2002);
  EXPECT_NEAR(collapse(options, star(12, 2)).mass, 0.161767 * 2 + 1.067055, 1e-14);
  EXPECT_NEAR(collapse(options, star(12, 4)).mass, 0.314154 * 4 + 0.686088, 1e-14);
  const double iron = 0.314154 * 6.3 + 0.686088;
  EXPECT_NEAR(collapse(options, star(20, 6.3)).mass, iron + 0.5 * (20 - iron), 1e-13);
  EXPECT_NEAR(collapse(options, star(20, 6.3)).fall_back, 0.5, 1e-14);
  EXPECT_DOUBLE_EQ(collapse(options, star(20, 8)).mass, 20);
}

TEST(RemnantMass, OtherRulesFollowTheirFormulae) {
  EXPECT_NEAR(collapse(with(RemnantRule::hurley), star(12, 3)).mass, 1.17 + 0.27, 1e-14);
  const RemnantOptions eldridge = with(RemnantRule::eldridge_tout);
  EXPECT_NEAR(collapse(eldridge, star(15, 5)).mass, neutron_star_gravitational_mass(1.44), 1e-14);
  EXPECT_NEAR(collapse(eldridge, star(25, 10)).mass, 14.512017 - 0.65913737 - 6.1073371, 1e-12);
}

TEST(RemnantMass, NeutrinosTakeTheirShareOfBlackHoles) {
  RemnantOptions options = with(RemnantRule::delayed);
  options.neutrino_loss = NeutrinoLoss::tenth;
  EXPECT_DOUBLE_EQ(collapse(options, star(30, 12)).mass, 27);
  options.neutrino_loss = NeutrinoLoss::half_solar_mass;
  EXPECT_DOUBLE_EQ(collapse(options, star(30, 12)).mass, 29.5);
}

TEST(RemnantMass, TheLargestNeutronStarIsAnOption) {
  RemnantOptions options = with(RemnantRule::delayed);
  const Progenitor heavy = star(10, 4);
  options.max_neutron_star = 10;
  EXPECT_EQ(collapse(options, heavy).remnant, StellarType::neutron_star);
  options.max_neutron_star = 2;
  EXPECT_EQ(collapse(options, heavy).remnant, StellarType::black_hole);
  EXPECT_GE(collapse(options, heavy).mass, 2);
}

TEST(RemnantMass, ElectronCaptureLeavesLightNeutronStars) {
  const Collapse found = collapse(with(RemnantRule::delayed), {9, 2, 1.44});
  EXPECT_EQ(found.kind, SupernovaKind::electron_capture);
  EXPECT_EQ(found.remnant, StellarType::neutron_star);
  EXPECT_DOUBLE_EQ(found.mass, 1.26);
  EXPECT_NE(collapse(with(RemnantRule::delayed), {9, 2.25, 1.44}).kind, SupernovaKind::electron_capture);
}

// Marchant et al.: pulses shed mass from 32 Msun of helium on, 61 to 124 Msun leave nothing.
TEST(RemnantMass, PairInstabilityLeavesAGap) {
  RemnantOptions options = with(RemnantRule::delayed);
  options.pair_instability = PairInstability::marchant;
  const auto of_helium_star = [&](double mass) { return collapse(options, {mass, mass, 0.8 * mass}); };
  EXPECT_EQ(of_helium_star(31).kind, SupernovaKind::core_collapse);
  EXPECT_NEAR(of_helium_star(32).mass, 30, 2.5);
  double largest = 0;
  for (double mass = 32; mass <= 61.1; mass += 0.5) {
    EXPECT_LT(of_helium_star(mass).mass, mass) << mass;
    largest = std::max(largest, of_helium_star(mass).mass);
  }
  EXPECT_GT(largest, 40);
  EXPECT_LT(largest, 50);
  EXPECT_EQ(of_helium_star(70).remnant, StellarType::no_remnant);
  EXPECT_EQ(of_helium_star(70).kind, SupernovaKind::pair_instability);
  EXPECT_DOUBLE_EQ(of_helium_star(130).mass, 130);
}

}  // namespace
}  // namespace tucana::stellar
