// A star that is kicked out at many times the velocities of its cluster.
#include <gtest/gtest.h>

#include <cmath>

#include "tucana/integrators/changes/fast_bodies.h"
#include "tucana/simulation/options/read_options.h"
#include "tucana/simulation/simulation.h"

namespace tucana::test {
namespace {

Options small_cluster(IntegratorKind kind, int threads = 1) {
  Options options = default_options(kind);
  options.model.n = 1024;
  options.run.threads = threads;
  return options;
}

/// Some stars are far more massive than the rest.
void make_some_heavy(Simulation& simulation) {
  const SharedStars stars = simulation.stars_at(simulation.integrator().now());
  ChangeSet set;
  for (std::size_t k = 0; k < stars->size() && set.masses.size() < 12; ++k)
    if (norm2(stars->position[k]) < 0.25) set.masses.push_back({stars->id[k], 0.02});
  simulation.apply(set, "test");
}

/// The star nearest to the centre, with 1/250 of the mass, leaves at 700 times the typical velocity.
void kick_out(Simulation& simulation) {
  const SharedStars stars = simulation.stars_at(simulation.integrator().now());
  std::size_t central = 0;
  for (std::size_t k = 0; k < stars->size(); ++k)
    if (norm2(stars->position[k]) < norm2(stars->position[central])) central = k;
  ChangeSet set;
  set.masses.push_back({stars->id[central], 0.004});
  set.kicks.push_back({stars->id[central], {300, 350, 120}});
  simulation.apply(set, "test");
}

class FastBodyInRuns : public testing::TestWithParam<IntegratorKind> {};

/// What a kick does to the energy is in the ledger, and the run goes on as before. In clusters as small as this one the
/// error is the same without FastBodies: what these gain is measured by `./tucana validate stellar_cluster`.
TEST_P(FastBodyInRuns, GoesOnAfterAKick) {
  Simulation simulation(small_cluster(GetParam()));
  simulation.start();
  make_some_heavy(simulation);
  simulation.advance_to(0.125);
  const double before = simulation.energy_error_at(simulation.integrator().now());
  kick_out(simulation);
  EXPECT_NEAR(simulation.energy_error_at(simulation.integrator().now()), before, 1e-11);
  simulation.advance_to(0.15625);
  EXPECT_LT(std::abs(simulation.energy_error_at(simulation.integrator().now()) - before), 1e-6);
}

TEST_P(FastBodyInRuns, HasTheSameBitsForAnyThreadsAndRestarts) {
  const auto until_kick = [](Simulation& simulation) {
    simulation.start();
    simulation.advance_to(0.125);
    kick_out(simulation);
  };
  Simulation whole(small_cluster(GetParam(), 2));
  until_kick(whole);
  whole.advance_to(0.15625);
  Simulation part(small_cluster(GetParam()));
  until_kick(part);
  part.advance_to(0.126);  // while it crosses the cluster
  MemoryArchive checkpoint;
  part.describe(checkpoint);
  checkpoint.rewind();
  Simulation rest(small_cluster(GetParam()));
  rest.describe(checkpoint);
  rest.advance_to(0.15625);
  MemoryArchive one, other;
  rest.integrator().describe(one);
  whole.integrator().describe(other);
  EXPECT_EQ(one.first_difference(other), "");
}

INSTANTIATE_TEST_SUITE_P(Kinds, FastBodyInRuns, testing::Values(IntegratorKind::hermite4, IntegratorKind::ahmad_cohen));

TEST(FastBodies, LimitStepsByTheTimeOfAPassage) {
  FastBodies fast;
  const Frame frame;
  const BodyAt slow{0.01, {1, 0, 0}, {5, 0, 0}}, body{0.01, {1, 0, 0}, {100, 0, 0}};
  fast.add(slow, 1, frame, Tick{0});
  EXPECT_TRUE(fast.empty()) << "not much faster than others";
  fast.add(body, 1, frame, Tick{0});
  ASSERT_FALSE(fast.empty());
  EXPECT_NEAR(fast.longest_step({3, 0, 0}, {}, frame, Tick{0}), 0.25 * 2 / 100, 1e-12);
  const Tick later = Tick::nearest(0.03125);
  EXPECT_NEAR(fast.longest_step({3, 0, 0}, {}, frame, later), 0.25 * 1.125 / 100, 1e-12) << "it has passed";
  EXPECT_TRUE(std::isinf(fast.longest_step(body.x, body.v, frame, Tick{0}))) << "this is the body itself";
  EXPECT_TRUE(std::isinf(fast.longest_step({1e4, 0, 0}, {}, frame, Tick{0}))) << "nobody feels it from there";
  MemoryArchive archive;
  fast.describe(archive);
  archive.rewind();
  FastBodies again;
  again.describe(archive);
  EXPECT_EQ(again.longest_step({3, 0, 0}, {}, frame, later), fast.longest_step({3, 0, 0}, {}, frame, later));
  fast.forget_distant(Tick::nearest(0.5), 0.125);
  EXPECT_FALSE(fast.empty());
  fast.forget_distant(Tick::nearest(1.5), 0.125);
  EXPECT_TRUE(fast.empty());
}

}  // namespace
}  // namespace tucana::test
