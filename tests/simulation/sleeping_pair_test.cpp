// A pair that nobody perturbs is asleep; whoever comes wakes it in time, or becomes a group with it that is slowed down
// until both meet, and finds it in the phase that it would have had.
#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "tucana/fewbody/orbital_elements.h"
#include "tucana/simulation/options/read_options.h"
#include "tucana/simulation/simulation.h"

namespace tucana::test {
namespace {

/// A pair at rest, and a third star that passes it at five times its axis at t = 2, after 320 revolutions.
StarsBuffer pair_and_intruder(double axis = 0.01) {
  const double e = 0.3, r = axis * (1 + e);
  const double speed = std::sqrt(1 / axis * (1 - e) / (1 + e));
  StarsBuffer stars;
  stars.resize(3);
  stars.number_from_one();
  stars.mass = {0.5, 0.5, 0.5};
  stars.position = {{r / 2, 0, 0}, {-r / 2, 0, 0}, {-10, 0.05, 0.02}};
  stars.velocity = {{0, speed / 2, 0}, {0, -speed / 2, 0}, {5, 0, 0}};
  return stars;
}

Simulation run_of(IntegratorKind kind, FewBodyKind few_body, double eta, StarsBuffer stars = pair_and_intruder()) {
  Options options = default_options(kind);
  options.run.threads = 1;
  options.fewbody.kind = few_body;
  options.fewbody.eta = 0.1;
  options.integrator.eta = eta;
  InitialStars initial;
  initial.stars = std::move(stars);
  return Simulation(options, {.stars = std::move(initial)});
}

OrbitalElements orbit_at(Simulation& simulation, double t) {
  simulation.advance_to(t);
  const SharedStars stars = simulation.stars_at(Tick::nearest(t));
  return orbital_elements({stars->position[0] - stars->position[1], stars->velocity[0] - stars->velocity[1]}, 1);
}

class SleepingPair : public testing::TestWithParam<IntegratorKind> {};

TEST_P(SleepingPair, IsWokenByAnIntruderInTime) {
  Simulation simulation = run_of(GetParam(), FewBodyKind::automatic, default_options(GetParam()).integrator.eta);
  simulation.start();
  simulation.advance_to(0.9);
  EXPECT_EQ(simulation.integrator().subsystem_counts()->unperturbed, 1U);
  EXPECT_EQ(simulation.integrator().subsystem_counts()->inner_steps, 0U) << "140 revolutions that nobody computed";
  simulation.advance_to(1.5);
  EXPECT_EQ(simulation.integrator().subsystem_counts()->groups, 1U);
  EXPECT_LT(simulation.integrator().subsystem_counts()->inner_steps, 200U) << "for a hundred revolutions";
  simulation.advance_to(2);
  EXPECT_GT(simulation.integrator().subsystem_counts()->inner_steps, 0U);
  const OrbitalElements woken = orbit_at(simulation, 3);

  Simulation truth = run_of(IntegratorKind::hermite6, FewBodyKind::off, 0.1);
  truth.start();
  const OrbitalElements expected = orbit_at(truth, 3);
  const double change = std::abs(expected.shape.eccentricity - 0.3);
  ASSERT_GT(change, 1e-3) << "or the intruder does nothing";
  EXPECT_NEAR(woken.shape.eccentricity, expected.shape.eccentricity, 0.02 * change);
  EXPECT_NEAR(woken.shape.beta, expected.shape.beta, 0.02 * change / 0.01);
  EXPECT_LT(std::abs(simulation.energy_error_at(Tick::nearest(3))), 1e-8);
}

// However narrow a pair is, and however strong its attraction where it would notice somebody: others far away need time
// to come there.
TEST_P(SleepingPair, LeavesStepsLongWhereNobodyIsNear) {
  StarsBuffer stars = pair_and_intruder(1e-6);
  stars.velocity[2] = {1, 0, 0};
  Simulation simulation =
      run_of(GetParam(), FewBodyKind::automatic, default_options(GetParam()).integrator.eta, std::move(stars));
  simulation.start();
  simulation.advance_to(5);
  EXPECT_EQ(simulation.integrator().subsystem_counts()->unperturbed, 1U);
  EXPECT_LT(simulation.integrator().counts().blocks, 500U);
}

// Passages farther out than those that make a pair by their distance do so by their steps.
TEST_P(SleepingPair, FormsWhereStepsWouldBeShort) {
  const auto formations = [](double close_step) {
    Options options = default_options(GetParam());
    options.run.threads = 1;
    options.model.n = 300;
    options.fewbody.close_step = close_step;
    Simulation simulation(options);
    simulation.start();
    simulation.advance_to(0.5);
    EXPECT_LT(std::abs(simulation.energy_error_at(Tick::nearest(0.5))), 5e-6);
    return simulation.integrator().subsystem_counts()->formations;
  };
  EXPECT_GT(formations(1e-3), 2 * formations(0) + 2);
}

INSTANTIATE_TEST_SUITE_P(Integrators, SleepingPair,
                         testing::Values(IntegratorKind::hermite4, IntegratorKind::hermite6,
                                         IntegratorKind::ahmad_cohen),
                         [](const auto& kind) { return std::string(word_of(kind.param)); });

}  // namespace
}  // namespace tucana::test
