// Runs with close pairs whose stars evolve, and with stars that collide.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/simulation/meeting_stars.h"
#include "tucana/fewbody/kepler.h"
#include "tucana/physics/stellar/sse_provider.h"
#include "tucana/simulation/options/read_options.h"
#include "tucana/simulation/simulation.h"

namespace tucana::test {
namespace {

Options evolving_pairs(IntegratorKind kind) {
  Options options = default_options(kind);
  options.stellar.kind = StellarKind::sse;
  options.stellar.binaries = BinaryKind::off;  // for those see stellar_binaries_run_test.cpp
  return options;
}

/// Two stars at the apocentre of an orbit, relative to their centre of mass.
std::vector<Body> pair_of(double m1, double m2, double axis, double e) {
  const double mass = m1 + m2, r = axis * (1 + e), v = std::sqrt(mass / axis * (1 - e) / (1 + e));
  return {{m1, {m2 / mass * r, 0, 0}, {0, m2 / mass * v, 0}}, {m2, {-m1 / mass * r, 0, 0}, {0, -m1 / mass * v, 0}}};
}

OrbitShape orbit_of(const StarsBuffer& stars) {
  return orbit_phase({stars.position[0] - stars.position[1], stars.velocity[0] - stars.velocity[1]},
                     stars.mass[0] + stars.mass[1])
      .shape;
}

class StellarPairs : public testing::TestWithParam<IntegratorKind> {};

// A star of 5 Msun becomes a white dwarf in 20 time units; the period is 1e-6 of one.
TEST_P(StellarPairs, WidenWithTheirWindsAndKeepTheirShape) {
  for (const double e : {0.0, 0.6}) {
    Simulation simulation = with_stars(evolving_pairs(GetParam()), pair_of(5, 1, 1e-4, e), 1);
    simulation.start();
    simulation.advance_to(18);
    const SharedStars stars = simulation.stars_at(simulation.integrator().now());
    const double mass = stars->mass[0] + stars->mass[1];
    EXPECT_LT(mass, 2.2) << "the wind has taken the envelope";
    const OrbitShape after = orbit_of(*stars);
    EXPECT_NEAR(after.mu / after.beta * mass / (6 * 1e-4), 1, 1e-6);
    EXPECT_NEAR(after.pericentre * after.beta / after.mu, 1 - e, 1e-6);
    EXPECT_LT(std::abs(simulation.energy_error_at(simulation.integrator().now())), 1e-6);
  }
}

// The pericentre is a third of the radius of the Sun; a third star looks on from afar.
TEST_P(StellarPairs, CollideAtThePericentre) {
  constexpr double length_pc = 1e-3;  // 44300 Rsun
  std::vector<Body> bodies = pair_of(1, 0.8, 0.02, 1 - 4e-4);
  bodies.push_back({0.5, {0, 3, 0}, {0.1, 0, 0}});
  EventRecorder recorder;
  Simulation simulation = with_stars(evolving_pairs(GetParam()), bodies, length_pc);
  simulation.add_observer(recorder);
  simulation.start();
  simulation.advance_to(0.5);
  EXPECT_EQ(recorder.count("collision"), 1U);
  const SharedStars stars = simulation.stars_at(simulation.integrator().now());
  ASSERT_EQ(stars->size(), 2U);
  EXPECT_EQ(stars->id[0], StarId{1}) << "the heavier one goes on";
  EXPECT_NEAR(stars->mass[0], 1.8, 1e-6);
  EXPECT_GT(stars->radius[0], 1 / 44300.0);
  EXPECT_LT(norm(stars->position[0]), 0.1);
  EXPECT_NE(simulation.ledger().changes().merger, 0);
  EXPECT_LT(std::abs(simulation.energy_error_at(simulation.integrator().now())), 1e-6);
}

TEST_P(StellarPairs, PassEachOtherWhereTheyDoNotTouch) {
  std::vector<Body> bodies = pair_of(1, 0.8, 0.02, 1 - 8e-3);
  bodies.push_back({0.5, {0, 3, 0}, {0.1, 0, 0}});
  Options off = evolving_pairs(GetParam());
  Simulation apart = with_stars(off, bodies, 1e-3);
  off.stellar.collisions = false;
  Simulation through = with_stars(off, pair_of(1, 0.8, 0.02, 1 - 4e-4), 1e-3);
  for (Simulation* one : {&apart, &through}) {
    const std::size_t before = one == &apart ? 3 : 2;
    one->start();
    one->advance_to(0.25);
    EXPECT_EQ(one->integrator().star_count(), before);
  }
}

// With a third star so near that all are one group: the contact is found in chain coordinates.
TEST_P(StellarPairs, CollideInGroups) {
  std::vector<Body> bodies = pair_of(1, 0.8, 0.02, 1 - 4e-4);
  bodies.push_back({0.7, {0, 0.06, 0}, {0.5, -1, 0.2}});
  EventRecorder recorder;
  Simulation simulation = with_stars(evolving_pairs(GetParam()), bodies, 1e-3);
  simulation.add_observer(recorder);
  simulation.start();
  simulation.advance_to(0.25);
  EXPECT_GE(recorder.count("collision"), 1U);
  EXPECT_LT(std::abs(simulation.energy_error_at(simulation.integrator().now())), 1e-6);
}

// Passages in plain encounters: the two are single stars until they come near, and fast enough to pass within a step of
// those around. Head-on exactly, just touching, and just not.
TEST_P(StellarPairs, TouchInEncountersOfSingleStars) {
  constexpr double length_pc = 1e-3, radius = 0.888 / 44349;  // of 1 Msun at the start of its main sequence
  for (const double speed : {0.5, 5.0, 50.0}) {
    for (const double part : {0.0, 0.01, 0.97, 1.03, 1.5}) {
      SCOPED_TRACE(testing::Message() << "pericentre " << part << " of two radii, velocity " << speed);
      EventRecorder recorder;
      Simulation simulation =
          with_stars(evolving_pairs(GetParam()), encounter(part * 2 * radius, speed, 0.5), length_pc);
      simulation.add_observer(recorder);
      simulation.start();
      // To the first block after the contact, that of those around.
      simulation.advance_to(1.25 / std::max(speed, 2.0));
      EXPECT_EQ(recorder.count("collision"), part < 1 ? 1U : 0U);
      EXPECT_EQ(simulation.integrator().star_count(), part < 1 ? 11U : 12U);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, StellarPairs,
                         testing::Values(IntegratorKind::hermite4, IntegratorKind::hermite6,
                                         IntegratorKind::ahmad_cohen));

}  // namespace
}  // namespace tucana::test
