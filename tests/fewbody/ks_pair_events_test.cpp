#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "tests/fewbody/direct_pair.h"
#include "tests/fewbody/nobody.h"
#include "tucana/core/error.h"
#include "tucana/fewbody/ks_pair.h"
#include "tucana/fewbody/orbital_elements.h"

namespace tucana {
namespace {

using std::numbers::pi;

void run_until(KsPair& pair, double end, PerturbationFunction perturbation, const KsStepRule& rule = {}) {
  pair.start(perturbation(pair.present()));
  int steps = 0;
  while (pair.time() - InnerTime{} < end) {
    pair.step(pair.natural_step(rule), perturbation);
    ASSERT_LT(++steps, 1000000);
  }
}

TEST(KsPair, FallsHeadOnAndTurnsBack) {
  // From rest at 2 with mu = 1 the centre is reached after pi; the perturbation is along the line, so it stays head-on.
  KsPair pair({0.5, 0.5}, {{2, 0, 0}, {}}, {});
  const CirclingPerturber ahead{1e-3, 5, 0, 0, 0};
  run_until(pair, 6 * pi, ahead);
  const PhasePoint late = pair.relative_at(InnerTime{} + 6 * pi);
  EXPECT_TRUE(is_finite(late.x) && is_finite(late.v));
  EXPECT_EQ(late.x.y, 0);
  EXPECT_GT(late.x.x, 1.9) << "near rest again after three returns";
  EXPECT_TRUE(std::isfinite(pair.specific_energy()));
}

TEST(KsPair, IsDefinedAtTheCentreItself) {
  KsPair pair({0.5, 0.5}, {{2, 0, 0}, {}}, {});
  pair.start({});
  // A quarter of the oscillation of u in one step leads to u = 0.
  const double quarter = pi / 2 / std::sqrt(-pair.specific_energy() / 2);
  for (int i = 0; i < 8; ++i) pair.step(quarter / 8, nothing);
  const PhasePoint centre = pair.relative();
  EXPECT_LT(norm(centre.x), 1e-25);
  EXPECT_TRUE(is_finite(centre.v));
  EXPECT_NEAR(pair.time() - InnerTime{}, pi, 1e-14);
}

TEST(KsPair, TakesMembersWithoutMassAndExtremeRatios) {
  const PhasePoint start{{1, 0.2, 0}, {0.1, 0.6, 0.3}};
  for (const PairMasses masses : {PairMasses{1, 0}, PairMasses{0, 1}, PairMasses{1e9, 1}, PairMasses{1e-9, 1}}) {
    const double mu = masses.sum();
    const PhasePoint scaled{start.x, std::sqrt(mu) * start.v};
    const CirclingPerturber fast{0.1 * mu, 5, 0.3 * std::sqrt(mu), 0.8, 0.5};
    const double end = 20 / std::sqrt(mu);
    KsPair pair(masses, scaled, {});
    run_until(pair, end, fast);
    const PhasePoint expected = integrate_directly(masses, scaled, fast, 0, end);
    EXPECT_LT(norm(pair.relative_at(InnerTime{} + end).x - expected.x), 1e-6) << masses.first;
  }
}

TEST(KsPair, FollowsAFastFlyBy) {
  // An approach from 100 with e = 50, 5 and 1.001 to a pericentre of 0.01, and away again.
  for (const double e : {50.0, 5.0, 1.001}) {
    const OrbitalElements elements{{0.01, e, (1 - e) / 0.01, 1}, 0.3, 0.2, 0.1};
    const double half = *time_to_distance(state_at_time(elements, 0), 1, 100, Direction::outward);
    KsPair pair({0.5, 0.5}, state_at_time(elements, -half), {});
    for (const double reference : {0.0, 0.1}) {
      KsPair copy = pair;
      run_until(copy, 2 * half, nothing, {0.2, reference});
      const PhasePoint end = copy.relative_at(InnerTime{} + 2 * half), expected = state_at_time(elements, half);
      EXPECT_LT(norm(end.x - expected.x), 1e-9 * 100) << e;
      EXPECT_NEAR(copy.specific_energy(), 50 * (e - 1), 1e-10 * e) << e;
    }
  }
}

TEST(KsPair, RectifiesItsCoordinates) {
  const auto mismatch = [](const KsPair& pair) {
    const auto& [u, du] = pair.point();
    return (2 * norm2(du) - 1) / norm2(u) - pair.specific_energy();
  };
  for (const double e : {0.0, 0.5, 0.9999}) {
    const OrbitalElements elements{{2 - 2 * e, e, 0.5, 1}, 0.3, 0.2, 0.1};
    KsPair pair({0.5, 0.5}, state_at_time(elements, 0), {});
    run_until(pair, 100, CirclingPerturber{0.1, 15, 0.03, 0.8, 0.5}, {0.5});
    EXPECT_GT(std::abs(mismatch(pair)), 1e-9) << "coarse steps leave something to correct";
    // At every phase, also where R is near a.
    for (int i = 0; i < 15; ++i) {
      pair.step(pair.natural_step({0.5}), CirclingPerturber{0.1, 15, 0.03, 0.8, 0.5});
      KsPair right = pair;
      right.rectify();
      EXPECT_NEAR(mismatch(right), 0, 2e-15 / pair.distance()) << e;
      EXPECT_LT(norm(right.relative().x - pair.relative().x), 20 * std::abs(mismatch(pair)) * pair.distance()) << e;
      EXPECT_EQ(right.specific_energy(), pair.specific_energy());
    }
  }
}

TEST(KsPair, RectifiesAtRest) {
  KsPair pair({0.5, 0.5}, {{4, 0, 0}, {}}, {});
  pair.rectify();
  EXPECT_NEAR(pair.distance(), 4, 1e-14);
}

TEST(KsPair, IsCutAtAnyTimeOfItsLastStep) {
  const PairMasses masses{0.4, 0.6};
  const CirclingPerturber perturber{0.5, 5, 0.3, 0.8, 0.5};
  const PhasePoint start{{1, 0.2, 0}, {0.1, 0.6, 0.3}};
  KsPair pair(masses, start, {});
  run_until(pair, 2.0, perturber, {0.05});
  const Tick end = Tick::nearest(2.0);
  pair.cut_at({end, 0});
  EXPECT_EQ(pair.time().tick, end);
  EXPECT_EQ(pair.time().offset, 0);
  const PhasePoint expected = integrate_directly(masses, start, perturber, 0, 2);
  EXPECT_LT(norm(pair.relative().x - expected.x), 1e-8);
  const double h = 0.5 * norm2(expected.v) - 1 / norm(expected.x);
  EXPECT_NEAR(pair.specific_energy(), h, 1e-8);
  // And goes on from there as from its own step.
  const PhasePoint later = integrate_directly(masses, start, perturber, 0, 5);
  run_until(pair, 5, perturber, {0.05});
  EXPECT_LT(norm(pair.relative_at(InnerTime{} + 5.0).x - later.x), 1e-7);
}

TEST(KsPair, TakesNoLongerStepsThanAllowed) {
  KsPair pair({0.5, 0.5}, {{1, 0, 0}, {0, 0.8, 0}}, {});
  pair.start({});
  for (const double longest : {1e-12, 1e-3, 1.0}) {
    KsPair copy = pair;
    copy.step(copy.natural_step({}, longest), nothing);
    EXPECT_LE(copy.time() - pair.time(), longest * (1 + 1e-14));
  }
}

TEST(KsPair, ContinuesWithTheSameBitsFromAnArchive) {
  const CirclingPerturber perturber{0.5, 5, 0.3, 0.8, 0.5};
  KsPair pair({0.4, 0.6}, {{1, 0.2, 0}, {0.1, 0.6, 0.3}}, {Tick::nearest(3), 0});
  run_until(pair, 5, perturber);
  MemoryArchive archive;
  pair.describe(archive);
  archive.rewind();
  KsPair loaded;
  loaded.describe(archive);
  for (KsPair* p : {&pair, &loaded}) p->step(p->natural_step({}), perturber);
  EXPECT_EQ(pair.point().u, loaded.point().u);
  EXPECT_EQ(pair.time().offset, loaded.time().offset);
  const InnerTime inside = pair.last_start() + 0.4 * (pair.time() - pair.last_start());
  EXPECT_EQ(pair.relative_at(inside).x, loaded.relative_at(inside).x);
}

TEST(KsPair, RefusesDamagedArchives) {
  KsPair pair({0.4, 0.6}, {{std::numeric_limits<double>::quiet_NaN(), 0.2, 0}, {0.1, 0.6, 0.3}}, {});
  MemoryArchive archive;
  pair.describe(archive);
  archive.rewind();
  KsPair loaded;
  EXPECT_THROW(loaded.describe(archive), InputError);
}

TEST(KsPair, SleepsForWholePeriods) {
  KsPair pair({0.5, 0.5}, {{1.9, 0, 0}, {0, 0.2, 0}}, {Tick::nearest(1000), 0});
  pair.start({});
  const PhasePoint before = pair.relative();
  const InnerTime start = pair.time();
  const double period = pair.period();
  EXPECT_LT(norm(pair.unperturbed_at(start + 7 * period).x - before.x), 1e-12);
  const PhasePoint inside = kepler_drift(before, 1, 0.3 * period);
  EXPECT_LT(norm(pair.unperturbed_at(start + 5.3 * period).x - inside.x), 1e-12);
  pair.skip_periods(1000);
  EXPECT_NEAR(pair.time() - start, 1000 * period, 1e-9);
  EXPECT_EQ(pair.relative().x, before.x);
}

/// The largest eccentricity of the inner orbit of an inclined triple within some Kozai-Lidov cycles.
double largest_eccentricity(double slow_down) {
  // Outer period / inner period = 44.
  const double radius = 15, mass = 0.75;
  const CirclingPerturber perturber{mass, radius, std::sqrt((1 + mass) / radius) / radius, 0.95, 0.3};
  KsPair pair({0.4, 0.6}, {{1.05, 0, 0}, {0, std::sqrt(0.95 / 1.05), 0}}, {});
  pair.set_slow_down(slow_down);
  pair.start(perturber(pair.present()));
  double largest = 0;
  while (pair.time() - InnerTime{} < 4000 * 2 * pi) {
    pair.step(pair.natural_step({}), perturber);
    if (pair.passed_apocentre()) largest = std::max(largest, norm(eccentricity_vector(pair.relative(), 1)));
  }
  return largest;
}

TEST(KsPair, SlowDownKeepsSecularMotion) {
  const double full = largest_eccentricity(1), slowed = largest_eccentricity(2), too_slow = largest_eccentricity(16);
  EXPECT_GT(full, 0.4) << "the perturber matters";
  EXPECT_NEAR(slowed / full, 1, 0.01);
  EXPECT_GT(std::abs(too_slow / full - 1), 2 * std::abs(slowed / full - 1)) << "the limit of the method is seen";
}

TEST(KsPair, SlowDownFactorHasThreeLimits) {
  EXPECT_EQ(slow_down_factor(1e-7, 1, 1e9, 1e-5, 1e6), 64);
  EXPECT_EQ(slow_down_factor(1e-7, 1, 200, 1e-5, 1e6), 8);
  EXPECT_EQ(slow_down_factor(1e-7, 1, 1e9, 1e-5, 16), 16);
  EXPECT_EQ(slow_down_factor(1e-3, 1, 1e9, 1e-5, 16), 1);
  EXPECT_EQ(slow_down_factor(0, 1, std::numeric_limits<double>::infinity(), 1e-5, 512), 512);
}

TEST(InnerTime, AddsStepsExactlyLateInARun) {
  InnerTime t{Tick::nearest(30000), 0};
  const InnerTime start = t;
  const double step = 1.1e-13;
  for (int i = 0; i < 100000; ++i) t = t + step;
  EXPECT_NEAR((t - start) / 1.1e-8, 1, 1e-12);
  EXPECT_GE(t.offset, 0);
  EXPECT_LT(t.offset * Tick::per_unit, 1);
  t = t + -1.1e-8;
  EXPECT_NEAR(t - start, 0, 1e-20);
}

}  // namespace
}  // namespace tucana
