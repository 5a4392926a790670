// What changed the energy, by cause: each cause is seen where it is the only one, and nothing is counted twice.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/simulation/bodies_as_stars.h"
#include "tucana/core/body_at.h"
#include "tucana/simulation/options/read_options.h"
#include "tucana/simulation/run_records.h"
#include "tucana/simulation/simulation.h"

namespace tucana::test {
namespace {

Simulation with_bodies(const Options& options, const std::vector<BodyAt>& bodies) {
  InitialStars initial;
  initial.stars = bodies_as_stars(bodies);
  return Simulation(options, {.stars = std::move(initial)});
}

Options options_of_kind(IntegratorKind kind) {
  Options options = default_options(kind);
  options.run.threads = 1;
  return options;
}

/// Parts of the energy error, at the time of the last block.
struct Parts {
  double error;
  SubsystemEnergy energy;
};
Parts parts_of(Simulation& simulation) {
  const double error = simulation.energy_error_at(simulation.integrator().now());
  return {error, simulation.integrator().subsystem_counts()->energy};
}

class EnergyByCause : public testing::TestWithParam<IntegratorKind> {};

// Three stars that are a group all the time, with coarse steps: all of the error is made inside.
TEST_P(EnergyByCause, GroupsLoseByTheirOwnMotion) {
  Options options = options_of_kind(GetParam());
  options.fewbody.tolerance = 1e-6;
  Simulation simulation = with_bodies(options, {{3, {1, 3, 0}, {}}, {4, {-2, -1, 0}, {}}, {5, {1, -1, 0}, {}}});
  simulation.start();
  simulation.advance_to(10);
  ASSERT_EQ(simulation.integrator().subsystem_counts()->groups, 1U);
  const auto [error, energy] = parts_of(simulation);
  ASSERT_GT(std::abs(error), 1e-12);
  EXPECT_NEAR(simulation.ledger().relative(energy.groups), error, 1e-3 * std::abs(error));
  EXPECT_EQ(energy.slow_down, 0);
  EXPECT_EQ(energy.switches, 0);
}

// A pair so narrow that the places of its stars in the cluster have few digits: it ends and forms again when one of
// them changes.
TEST_P(EnergyByCause, PairsLoseDigitsWhenTheyEnd) {
  constexpr double axis = 1e-7, mass = 0.1;
  const double speed = std::sqrt(2 * mass / axis);
  std::vector<BodyAt> bodies{{mass, {1.3 + axis / 2, 2.1, 3.7}, {0, speed / 2, 0}},
                             {mass, {1.3 - axis / 2, 2.1, 3.7}, {0, -speed / 2, 0}}};
  for (int k = 0; k < 14; ++k) {
    const double angle = 0.9 * k;
    bodies.push_back({0.05, {2 * std::cos(angle), 2 * std::sin(angle), 0.3 * k}, {0.1 * std::sin(angle), 0.1, 0}});
  }
  Simulation simulation = with_bodies(options_of_kind(GetParam()), bodies);
  simulation.start();
  simulation.advance_to(0.5);  // where all bodies are at one time
  ASSERT_EQ(simulation.integrator().subsystem_counts()->pairs, 1U);
  const Parts before = parts_of(simulation);
  ChangeSet set;
  set.kicks = {{StarId{1}, {1e-3, 0, 0}}};
  simulation.apply(set, "test");
  const Parts after = parts_of(simulation);
  const double lost = simulation.ledger().relative(after.energy.formation - before.energy.formation);
  ASSERT_GT(std::abs(lost), 1e-8);
  EXPECT_NEAR(after.error - before.error, lost, 0.05 * std::abs(lost));
}

// Perturbed pairs are given what tides that come and go at some phase would leave them with.
TEST_P(EnergyByCause, PairsInAClusterAreGivenWhatTidesTook) {
  Options options = options_of_kind(GetParam());
  options.model.systems = 300;
  options.model.binary_fraction = 0.2;
  options.model.smallest_axis = 1e-4;
  options.model.largest_axis = 5e-3;
  options.model.shortest_period = 1e-12;
  options.model.seed = 3;
  Simulation simulation(options);
  simulation.start();
  simulation.advance_to(0.25);
  const auto [error, energy] = parts_of(simulation);
  EXPECT_GT(std::abs(energy.slow_down), 1e-10);
  EXPECT_GT(std::abs(energy.switches), 1e-10);
  EXPECT_LT(std::abs(energy.slow_down) + std::abs(energy.switches), 1e-5);
  EXPECT_LT(std::abs(energy.formation), 1e-14);
  EXPECT_EQ(simulation.ledger().balance(), 0) << "none of it enters the ledger";
}

TEST(EnergyByCauseInTheLog, AddsUpToTheEnergyError) {
  RunFigures figures;
  figures.ledger = EnergyLedger(-2, -0.25);
  figures.energy_error = 1e-3;
  figures.subsystems.emplace();
  figures.subsystems->energy = {.slow_down = 1e-5, .switches = -2e-5, .formation = 3e-6, .groups = 4e-6};
  const auto row = nlohmann::json::parse(log_line({}, {}, figures));
  EXPECT_DOUBLE_EQ(row["slow_down_error"], 4e-5);
  EXPECT_DOUBLE_EQ(row["switch_error"], -8e-5);
  EXPECT_DOUBLE_EQ(row["formation_error"], 1.2e-5);
  EXPECT_DOUBLE_EQ(row["group_error"], 1.6e-5);
  double sum = 0;
  for (const char* part : {"slow_down_error", "switch_error", "formation_error", "group_error", "motion_error"})
    sum += row[part].get<double>();
  EXPECT_DOUBLE_EQ(sum, 1e-3);
}

INSTANTIATE_TEST_SUITE_P(Integrators, EnergyByCause,
                         testing::Values(IntegratorKind::hermite4, IntegratorKind::hermite6,
                                         IntegratorKind::ahmad_cohen),
                         [](const auto& kind) { return std::string(word_of(kind.param)); });

}  // namespace
}  // namespace tucana::test
