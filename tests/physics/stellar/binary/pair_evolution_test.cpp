#include "tucana/physics/stellar/binary/pair_evolution.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "tucana/core/error.h"
#include "tucana/fewbody/gravitational_radiation.h"

namespace tucana::stellar {
namespace {

struct Life {
  PairState pair;
  std::vector<PairEventKind> events;

  bool has(PairEventKind kind) const { return std::ranges::count(events, kind) > 0; }
};

Life life(double m1, double m2, double period, double e, double until, PairOptions options = {}) {
  const SseProvider provider;
  options.kicks.rule = KickRule::off;
  const PairEvolution evolution(provider, options);
  Life result{evolution.birth(m1, m2, 0.02, period, e), {}};
  evolution.advance(result.pair, until, [&](PairEventKind kind, const PairState&) { result.events.push_back(kind); });
  return result;
}

TEST(PairEvolution, WidePairsAreTwoSingleStars) {
  const SseProvider provider;
  const Life wide = life(5, 2, 1e9, 0.4, 150);
  for (const auto& [i, mass] : {std::pair{0UL, 5.0}, std::pair{1UL, 2.0}}) {
    StarState alone = provider.birth(mass, 0.02);
    provider.advance(alone, 150);
    EXPECT_EQ(wide.pair.star(i).type, alone.now.type);
    EXPECT_NEAR(wide.pair.star(i).mass, alone.now.mass, 1e-4 * alone.now.mass);
  }
  // Slow losses keep a (m1 + m2).
  const double before = semi_major_axis_of_period(7, 1e9) * 7;
  EXPECT_NEAR(wide.pair.semi_major_axis * wide.pair.mass() / before, 1, 0.02);
  EXPECT_FALSE(wide.has(PairEventKind::overflow_begins));
}

TEST(PairEvolution, CloseConvectivePairsBecomeCircular) {
  const Life close = life(1, 0.9, 6, 0.3, 8000);
  EXPECT_LT(close.pair.eccentricity, 0.2);
  PairOptions no_tides;
  no_tides.tides = false;
  EXPECT_NEAR(life(1, 0.9, 6, 0.3, 8000, no_tides).pair.eccentricity, 0.3, 0.01);
}

TEST(PairEvolution, CommonEnvelopesBringStarsTogether) {
  const Life pair = life(5, 3, 3000, 0, 150);
  EXPECT_TRUE(pair.has(PairEventKind::common_envelope));
  EXPECT_EQ(pair.pair.star(0).type, StellarType::carbon_oxygen_white_dwarf);
  EXPECT_EQ(pair.pair.bond, PairState::Bond::bound);
  EXPECT_LT(pair.pair.period(), 30);
}

TEST(PairEvolution, SteadyTransferTurnsTheMassesAround) {
  const Life pair = life(3, 2.5, 3, 0, 420);
  EXPECT_TRUE(pair.has(PairEventKind::overflow_begins));
  EXPECT_GT(pair.pair.star(1).mass, pair.pair.star(0).mass);
}

TEST(PairEvolution, ContactPairsMerge) {
  const Life pair = life(1, 0.8, 0.5, 0, 12000);
  EXPECT_TRUE(pair.has(PairEventKind::merger));
  EXPECT_EQ(pair.pair.bond, PairState::Bond::merged);
  EXPECT_EQ(pair.pair.star(1).type, StellarType::no_remnant);
}

TEST(PairEvolution, SupernovaeUnbindPairsThatLoseHalf) {
  const Life pair = life(15, 2, 1e7, 0, 30);
  EXPECT_TRUE(pair.has(PairEventKind::supernova));
  EXPECT_TRUE(pair.has(PairEventKind::disruption));
  EXPECT_EQ(pair.pair.star(0).type, StellarType::neutron_star);
}

// The authors' program has 4592 days in the limit of short steps (tests/validate/bse_pairs.py): a star on the
// asymptotic giant branch, circularized by its tides, overflows while its wind spins up the companion, which cannot
// hold that.
TEST(PairEvolution, WindsOfOverflowingGiantsLeaveTheirRotationInTheOrbit) {
  EvolutionOptions options;
  options.winds.kind = WindKind::sse;
  const SseProvider provider(options);
  const PairEvolution evolution(provider, {});
  PairState pair = evolution.birth(2.4421, 1.2062, 0.02, 5104.388, 0.535);
  evolution.advance(pair, 4000, [](PairEventKind, const PairState&) {});
  EXPECT_EQ(pair.star(0).type, StellarType::carbon_oxygen_white_dwarf);
  EXPECT_EQ(pair.star(1).type, StellarType::carbon_oxygen_white_dwarf);
  EXPECT_NEAR(pair.period(), 4592, 0.01 * 4592);
}

// A white dwarf of oxygen and neon that becomes a neutron star by what a giant gives it loses mass at once: a circular
// orbit becomes eccentric by what is lost relative to what is left (no kick).
TEST(PairEvolution, CollapsesByAccretionMakeOrbitsEccentric) {
  const SseProvider provider;
  PairOptions options;
  options.kicks.rule = KickRule::off;
  const PairEvolution evolution(provider, options);
  PairState pair = evolution.birth(6.5528, 3.7283, 0.02, 7207.117, 0);
  double after = 0;
  std::vector<double> eccentricities;
  evolution.advance(pair, 200, [&](PairEventKind kind, const PairState& now) {
    if (kind != PairEventKind::supernova) return;
    ASSERT_EQ(now.star(0).type, StellarType::neutron_star);
    eccentricities.push_back(now.eccentricity);
    after = now.mass();
  });
  ASSERT_EQ(eccentricities.size(), 1U);
  const double lost = 1.44 - neutron_star_gravitational_mass(1.44);
  // Tides of the giant act within the same step.
  EXPECT_NEAR(eccentricities[0], lost / after, 0.05 * lost / after);
  EXPECT_EQ(pair.stars[0].supernovae, 1U);
}

TEST(PairEvolution, AlwaysEnds) {
  for (const double m1 : {0.8, 6.0, 60.0})
    for (const double ratio : {0.2, 0.9})
      for (const double period : {5.0, 300.0}) {
        if (m1 * ratio < 0.08) continue;
        const Life pair = life(m1, m1 * ratio, period, 0.2, 14000);
        EXPECT_TRUE(std::isfinite(pair.pair.star(0).mass) && std::isfinite(pair.pair.star(1).mass));
        EXPECT_GE(pair.pair.star(0).mass, 0);
        EXPECT_LE(pair.pair.mass(), m1 * (1 + ratio) * (1 + 1e-9)) << m1 << " " << ratio << " " << period;
        EXPECT_NEAR(pair.pair.age, 14000, 1e-6);
      }
}

TEST(PairEvolution, RefusesOrbitsThatCannotBe) {
  EXPECT_THROW(life(1, 1, 0.01, 0, 1), InputError);
  EXPECT_THROW(life(1, 1, 10, 1, 1), InputError);
  EXPECT_THROW(life(1, 1, -1, 0, 1), InputError);
}

}  // namespace
}  // namespace tucana::stellar
