// A star that is kicked out at many times the velocities of its cluster.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/simulation/meeting_stars.h"
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

/// A light star and a hundred others, and one outside at rest, whose steps are long.
std::vector<Body> cluster_and_outsider(const Vec3& outside) {
  std::vector<Body> bodies{{5e-4, {0.1, 0.2, 0}, {}}};
  for (int k = 0; k < 100; ++k) {
    const double turn = 2.4 * k, height = 1 - 0.02 * (k + 0.5), across = std::sqrt(1 - height * height);
    const Vec3 place{across * std::cos(turn), across * std::sin(turn), height};
    bodies.push_back({0.01, place, {-0.7 * std::sin(turn), 0.7 * std::cos(turn), 0}});
  }
  bodies.push_back({1e-3, outside, {}});
  return bodies;
}

/// The light star is kicked so that it passes the one outside, above or below, in the middle of a step of that one.
/// Returns the velocity with which that one goes on, upwards.
double upwards_after_passage(IntegratorKind kind, double above, double speed) {
  const StarId kicked{1}, outsider{102};
  Simulation simulation = with_stars(default_options(kind), cluster_and_outsider({3, 0, 0}), 1);
  simulation.start();
  simulation.advance_to(0.5);
  const auto of = [&](StarId star) {
    const SharedStars stars = simulation.stars_at(simulation.integrator().now());
    const auto row = static_cast<std::size_t>(std::ranges::find(stars->id, star) - stars->id.begin());
    return PhasePoint{stars->position[row], stars->velocity[row]};
  };
  const PhasePoint from = of(kicked);
  const Vec3 way = of(outsider).x + Vec3{0, 0, above} - from.x;
  ChangeSet set;
  set.kicks.push_back({kicked, (speed / norm(way)) * way - from.v});
  simulation.apply(set, "test");
  simulation.advance_to(0.625);
  return of(outsider).v.z;
}

class FastBodyInRuns : public testing::TestWithParam<IntegratorKind> {};

// It meets that star in a hundredth of the step, too light for its jerk to be noticed before. The impulse is that of a
// straight path, 2 m / (b v); without the limit of steps it would not be felt at all.
TEST_P(FastBodyInRuns, PullsThoseWhomItPassesWithinTheirSteps) {
  constexpr double speed = 300, closest = 0.05;
  const double above = upwards_after_passage(GetParam(), closest, speed);
  const double below = upwards_after_passage(GetParam(), -closest, speed);
  const double impulse = 2 * 5e-4 / (closest * speed);
  EXPECT_NEAR((above - below) / 2, impulse, 0.05 * impulse);
}

// What a kick does to the energy is in the ledger, and the run goes on as before.
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

INSTANTIATE_TEST_SUITE_P(Kinds, FastBodyInRuns,
                         testing::Values(IntegratorKind::hermite4, IntegratorKind::hermite6,
                                         IntegratorKind::ahmad_cohen));

TEST(FastBodies, LimitStepsByTheTimeOfAPassage) {
  FastBodies fast;
  const Frame frame;
  const BodyAt slow{0.01, {1, 0, 0}, {5, 0, 0}}, body{1, {1, 0, 0}, {100, 0, 0}};
  fast.add(slow, 1, frame, Tick{0});
  EXPECT_TRUE(fast.empty()) << "not much faster than others";
  fast.add(body, 1, frame, Tick{0});
  ASSERT_FALSE(fast.empty());
  EXPECT_NEAR(fast.longest_step({3, 0, 0}, {}, frame, Tick{0}), 0.25 * 2 / 100, 1e-12);
  const Tick later = Tick::nearest(0.03125);
  EXPECT_NEAR(fast.longest_step({3, 0, 0}, {}, frame, later), 0.25 * 1.125 / 100, 1e-12) << "it has passed";
  EXPECT_TRUE(std::isinf(fast.longest_step(body.x, body.v, frame, Tick{0}))) << "this is the body itself";
  EXPECT_TRUE(std::isinf(fast.longest_step({1e5, 0, 0}, {}, frame, Tick{0}))) << "nobody feels it from there";
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

// An impulse of 1e-5 typical velocities may be missed: where it is 1e-4 steps have it to a tenth, not to a hundredth.
TEST(FastBodies, LimitStepsLessWhereTheirPullIsWeak) {
  FastBodies fast;
  const Frame frame;
  fast.add({0.01, {0, 0, 0}, {100, 0, 0}}, 1, frame, Tick{0});
  const auto part = [&](double distance) {
    return fast.longest_step({distance, 0, 0}, {}, frame, Tick{0}) * 100 / distance;
  };
  EXPECT_NEAR(part(0.01), 0.25, 1e-12);
  EXPECT_NEAR(part(0.2), 0.25, 1e-12);
  EXPECT_NEAR(part(2), 0.25 * std::pow(10, 0.25), 1e-12);
  EXPECT_NEAR(part(100), 1, 1e-12);
}

}  // namespace
}  // namespace tucana::test
