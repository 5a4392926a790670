// Regular forces of pairs that pass each other closely wait until they have.
#include <gtest/gtest.h>

#include <bit>
#include <utility>

#include "tests/integrators/neighbour_fixture.h"

namespace tucana {
namespace {

constexpr std::size_t bodies = 600, pairs = 20;

/// A cloud, the first bodies of which are pairs at apocentre: 2k with 2k + 1. Their lines and phases differ.
StarsBuffer cloud_with_pairs(double axis, double eccentricity) {
  StarsBuffer stars = random_cloud(bodies, 12);
  for (std::size_t k = 0; k < pairs; ++k) {
    RandomStream random(12, RandomUse::test, bodies + k);
    const double a = axis * (1 + random.uniform()), r = a * (1 + eccentricity);
    const double mass = stars.mass[2 * k] + stars.mass[2 * k + 1];
    const Vec3 along = random.direction(), across = cross(along, random.direction());
    const double speed = std::sqrt(mass * (2 / r - 1 / a));
    stars.position[2 * k + 1] = stars.position[2 * k] + r * along;
    stars.velocity[2 * k + 1] = stars.velocity[2 * k] + speed / norm(across) * across;
  }
  return stars;
}

/// How deep the first of a pair is in the potential of the other.
double depth_of(const NeighbourBodies& all, std::size_t i, Tick t) {
  const NeighbourBody &one = all.row[i], &other = all.row[i ^ 1];
  return other.mass / norm(one.predicted(t).x - other.predicted(t).x);
}

/// What is seen of the regular steps of bodies in pairs.
struct Seen {
  std::size_t regular = 0, waited = 0;
  std::size_t deep = 0;  ///< corrections in a potential of more than 10
  double deepest = 0;
  double longest = 0;  ///< over the step that it was to be
};

template <class Run>
Seen watch(Run& run, double end) {
  const NeighbourBodies& all = run.integrator.bodies();
  std::vector<NeighbourBody> before(all.row.begin(), all.row.begin() + 2 * pairs);
  Seen seen;
  while (run.integrator.next() <= Tick::nearest(end)) {
    run.integrator.step();
    const Tick now = run.integrator.now();
    for (std::size_t i = 0; i < before.size(); ++i) {
      const NeighbourBody then = std::exchange(before[i], all.row[i]);
      const std::int64_t step = (all.row[i].regular_time - then.regular_time).n;
      if (step == 0) continue;
      ++seen.regular;
      if (!std::has_single_bit(static_cast<std::uint64_t>(step))) ++seen.waited;
      seen.longest = std::max(seen.longest, Tick{step}.units() / then.regular_level.units());
      seen.deepest = std::max(seen.deepest, depth_of(all, i, now));
      if (depth_of(all, i, now) > 10) ++seen.deep;
    }
  }
  return seen;
}

class NeighbourPassage : public testing::TestWithParam<const char*> {
 protected:
  NeighbourRun run_{NeighbourOptions{}, {.kind = GetParam(), .precision = Precision::fp32}};
};

TEST_P(NeighbourPassage, RegularForcesWaitUntilItIsOver) {
  const StarsBuffer stars = cloud_with_pairs(0.004, 0.99);
  run_.integrator.start(stars.view());
  const Seen seen = watch(run_, 1);
  EXPECT_GT(seen.regular, 1000U);
  EXPECT_GT(seen.waited, 20U) << "a regular step with a wait is no power of two";
  // Pericentres are some 20 to 40 deep. Whoever has waited long enough is corrected in any case, after a short step
  // soon.
  EXPECT_LT(seen.deepest, 12);
  EXPECT_LT(std::abs(energy_of(run_.stars_at(1)) / energy_of(stars) - 1), 1e-5) << "1.5e-3 if nobody waits";
}

TEST_P(NeighbourPassage, PairsThatStayTogetherWaitForHalfAStepAtMost) {
  const StarsBuffer stars = cloud_with_pairs(1e-4, 0);
  run_.integrator.start(stars.view());
  const Seen seen = watch(run_, 0.125);
  EXPECT_GT(seen.waited, 20U);
  EXPECT_GT(seen.regular, 2 * pairs * 8);
  EXPECT_GT(seen.longest, 1.25);
  EXPECT_LE(seen.longest, 1.5);
}

// These are too deep at apocentre already. Whoever waits for more than that is caught near pericentre.
TEST_P(NeighbourPassage, PairsThatNeverPartDoNotWaitForTheirPericentre) {
  run_.integrator.start(cloud_with_pairs(5e-4, 0.99).view());
  const Seen seen = watch(run_, 0.125);
  EXPECT_GT(seen.waited, 20U);
  EXPECT_GT(seen.regular, 400U);
  EXPECT_LT(seen.deep, 3U) << "9 if they wait for one depth to the end";
}

INSTANTIATE_TEST_SUITE_P(Engines, NeighbourPassage, testing::Values("cpu", "opencl"),
                         [](const auto& one) { return std::string(one.param); });

// First steps that are far too short, for pairs that are deep all the time.
TEST(NeighbourPassageSteps, GrowAlsoOfThoseWhoAlwaysWait) {
  NeighbourOptions options;
  options.eta_start = 1e-6;
  NeighbourRun run{options};
  run.integrator.start(cloud_with_pairs(1e-3, 0).view());
  const std::vector<NeighbourBody> first = run.integrator.bodies().row;
  run.step_to(0.03125);
  std::size_t grown = 0;
  for (std::size_t i = 0; i < 2 * pairs; ++i)
    if (run.integrator.bodies().row[i].regular_level.units() > 16 * first[i].regular_level.units()) ++grown;
  EXPECT_GT(grown, pairs);
}

// Whoever waits does so after a restart too.
TEST(NeighbourPassageBits, DoNotDependOnARestartWhileSomebodyWaits) {
  NeighbourRun first{NeighbourOptions{}}, second{NeighbourOptions{}};
  const StarsBuffer stars = cloud_with_pairs(1e-3, 0);
  first.integrator.start(stars.view());
  const auto waits = [](const NeighbourBody& body) { return body.is_waiting(); };
  while (!waits(first.integrator.bodies().row[0])) first.integrator.step();
  const Tick then = first.integrator.now();
  MemoryArchive checkpoint = first.saved();
  checkpoint.rewind();
  second.integrator.describe(checkpoint);
  EXPECT_TRUE(waits(second.integrator.bodies().row[0]));
  for (int block = 0; block < 3000; ++block) {
    first.integrator.step();
    second.integrator.step();
  }
  EXPECT_GT(first.integrator.bodies().row[0].regular_time, then) << "its wait is over";
  EXPECT_EQ(second.saved().first_difference(first.saved()), "");
}

}  // namespace
}  // namespace tucana
