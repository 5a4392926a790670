// Stable triples whose inner motion ranks divide: runs in ranks, which are threads here, have the bits of one.
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <string>
#include <vector>

#include "tests/core/thread_ranks.h"
#include "tests/simulation/bodies_as_stars.h"
#include "tucana/core/archive.h"
#include "tucana/core/body_at.h"
#include "tucana/simulation/options/read_options.h"
#include "tucana/simulation/simulation.h"

namespace tucana::test {
namespace {

constexpr int triples = 4;
constexpr double end = 0x1p-6;

/// Two stars on a circle about each other, and a third about both at 30 times their distance, in another plane.
void add_triple(std::vector<BodyAt>& bodies, const Vec3& x, const Vec3& v, double inner_axis) {
  constexpr double mass = 0.01, outer_mass = 1.5 * mass;
  const double outer_axis = 30 * inner_axis;
  const double inner_speed = std::sqrt(mass / inner_axis), outer_speed = std::sqrt(outer_mass / outer_axis);
  const Vec3 pair_x = x - Vec3{outer_axis / 3, 0, 0}, pair_v = v - Vec3{0, outer_speed / 3, 0};
  bodies.push_back({mass / 2, pair_x + Vec3{0, inner_axis / 2, 0}, pair_v + Vec3{0, 0, inner_speed / 2}});
  bodies.push_back({mass / 2, pair_x - Vec3{0, inner_axis / 2, 0}, pair_v - Vec3{0, 0, inner_speed / 2}});
  bodies.push_back({mass / 2, x + Vec3{2 * outer_axis / 3, 0, 0}, v + Vec3{0, 2 * outer_speed / 3, 0}});
}

/// Triples near the centre of a cluster, each with a star beside it that perturbs it.
InitialStars cluster_with_triples(double turn) {
  std::vector<BodyAt> bodies;
  for (int k = 0; k < triples; ++k) {
    const double angle = 1.6 * k + turn;
    const Vec3 x{0.4 * std::cos(angle), 0.4 * std::sin(angle), 0.05 * k};
    const Vec3 v{-0.5 * std::sin(angle), 0.5 * std::cos(angle), 0};
    add_triple(bodies, x, v, 3e-5 * (1 + 0.2 * k));
    bodies.push_back({0.02, x + Vec3{0.04, 0.02, 0}, v + Vec3{-0.2, 0.3, 0.1}});
  }
  constexpr int others = 60;
  for (int k = 0; k < others; ++k) {
    const double angle = 2.4 * k, r = 0.2 + 0.03 * k;
    bodies.push_back({0.01,
                      {r * std::cos(angle), r * std::sin(angle), 0.7 * std::sin(3.1 * k)},
                      {-0.5 * std::sin(angle), 0.4 * std::cos(angle), 0.1 * std::cos(1.7 * k)}});
  }
  InitialStars initial;
  initial.stars = bodies_as_stars(bodies);
  return initial;
}

Options options_with_triples(IntegratorKind kind) {
  Options options = default_options(kind);
  options.run.rank_pairs = 1;
  options.run.threads = 2;
  return options;
}

int triples_of(const SharedStars& stars) {
  int number = 0;
  for (const StarSystem& system : stars->systems) number += system.count == 3 ? 1 : 0;
  return number;
}

std::vector<std::byte> state_bytes(Simulation& simulation) {
  MemoryArchive archive;
  simulation.integrator().describe(archive);
  return archive.to_bytes();
}

struct TripleOutcome {
  std::vector<std::byte> state;
  std::uint64_t inner_steps = 0, subsystem_messages = 0;
  int triples = 0;
  double energy_error = 0;

  explicit TripleOutcome(Simulation& simulation) {
    const Tick now = simulation.integrator().now();
    triples = triples_of(simulation.stars_at(now));
    energy_error = simulation.energy_error_at(now);
    state = state_bytes(simulation);
    inner_steps = simulation.integrator().subsystem_counts()->inner_steps;
    subsystem_messages = simulation.ranks().counts().totals_of(ExchangePhase::subsystem).messages;
  }
};

TripleOutcome outcome_with_triples(const Options& options, Communicator& ranks, double turn) {
  SimulationParts parts;
  parts.stars = cluster_with_triples(turn);
  parts.ranks = &ranks;
  Simulation simulation(options, std::move(parts));
  simulation.start();
  simulation.advance_to(end);
  return TripleOutcome(simulation);
}

class TriplesInRanks : public testing::TestWithParam<IntegratorKind> {};

TEST_P(TriplesInRanks, HaveTheBitsOfOne) {
  const Options options = options_with_triples(GetParam());
  const TripleOutcome one = outcome_with_triples(options, alone(), 0);
  EXPECT_EQ(one.triples, triples) << "they stay hierarchies";
  EXPECT_GT(one.inner_steps, 5000);
  EXPECT_LT(std::abs(one.energy_error), 1e-6);
  for (const int size : {1, 2, 3, 4}) {
    std::atomic<int> agree = 0;
    ThreadRanks(size).run([&](Communicator& ranks) {
      ASSERT_EQ(ranks.size(), size);
      const TripleOutcome found = outcome_with_triples(options, ranks, 0);
      EXPECT_EQ(found.subsystem_messages > 20, size > 1) << found.subsystem_messages << " messages for triples";
      EXPECT_EQ(found.inner_steps, one.inner_steps);
      if (found.state == one.state) ++agree;
    });
    EXPECT_EQ(agree, size);
  }
  EXPECT_NE(outcome_with_triples(options, alone(), 0.1).state, one.state) << "a control";
}

/// A state that one rank saved goes on in three.
TEST_P(TriplesInRanks, GoOnInAnotherNumber) {
  const Options options = options_with_triples(GetParam());
  const auto make = [&](Communicator& ranks) {
    SimulationParts parts;
    parts.stars = cluster_with_triples(0);
    parts.ranks = &ranks;
    return Simulation(options, std::move(parts));
  };
  MemoryArchive saved;
  ThreadRanks(2).run([&](Communicator& ranks) {
    Simulation first = make(ranks);
    first.start();
    first.advance_to(end / 2);
    if (ranks.is_first()) first.describe(saved);
  });
  const TripleOutcome one = outcome_with_triples(options, alone(), 0);
  const std::vector<std::byte> bytes = saved.to_bytes();
  std::atomic<int> agree = 0;
  ThreadRanks(3).run([&](Communicator& ranks) {
    Simulation rest = make(ranks);
    MemoryArchive archive = MemoryArchive::from_bytes(bytes);
    rest.describe(archive);
    rest.advance_to(end);
    if (state_bytes(rest) == one.state) ++agree;
  });
  EXPECT_EQ(agree, 3);
}

INSTANTIATE_TEST_SUITE_P(Integrators, TriplesInRanks,
                         testing::Values(IntegratorKind::hermite4, IntegratorKind::hermite6,
                                         IntegratorKind::ahmad_cohen),
                         [](const auto& info) { return std::string(word_of(info.param)); });

}  // namespace
}  // namespace tucana::test
