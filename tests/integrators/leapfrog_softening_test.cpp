// Components of a galaxy with a softening of their own, on the tree.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/integrators/leapfrog_fixture.h"
#include "tucana/core/error.h"
#include "tucana/integrators/step_criteria.h"
#include "tucana/tree/tree_engine.h"

namespace tucana {
namespace {

constexpr double others = 0.05, halo = 0.3, disc = 0.1;

LeapfrogOptions by_component(StepRule steps = StepRule::block) {
  LeapfrogOptions options = softened(others);
  options.steps = steps;
  options.softening = {halo, disc, 0};
  return options;
}

/// All four, in turn.
StarsBuffer mixed_cloud(std::size_t n) {
  StarsBuffer stars = random_cloud(n, 12);
  stars.family.resize(n);
  for (std::size_t i = 0; i < n; ++i) stars.family[i] = static_cast<Family>(1 + i % 4);
  return stars;
}
double softening_in_cloud(std::size_t i) { return std::array{halo, disc, others, others}.at(i % 4); }

/// So accurate that energies tell of the scheme alone.
TreeOptions accurate_tree() {
  TreeOptions options;
  options.accuracy = 0x1p-14;
  return options;
}

struct TreeRun {
  explicit TreeRun(const LeapfrogOptions& options) : integrator(options, *engine, workers) {}

  SerialWorkers workers;
  std::unique_ptr<TreeEngine> engine = make_tree_engine(accurate_tree(), "best", workers);
  Leapfrog integrator;
};

/// A star and a halo body on a circle about each other in the softened field: it stays one only with the softening of
/// the pair, half the sum of the squares.
TEST(LeapfrogSoftening, OfAPairIsTheMeanSquare) {
  const double eps2 = (others * others + halo * halo) / 2, r = 0.4;
  const double turn = std::sqrt(2 / std::pow(r * r + eps2, 1.5));  // of two unit masses
  LeapfrogOptions options = by_component(StepRule::fixed);
  options.fixed_step = 0x1p-11;
  TreeRun run(options);
  StarsBuffer pair = stars_of({1, 1}, {{r / 2, 0, 0}, {-r / 2, 0, 0}}, {{0, turn * r / 2, 0}, {0, -turn * r / 2, 0}});
  pair.family = {Family::star, Family::halo};
  run.integrator.start(pair.view());
  while (run.integrator.now() < Tick::nearest(4)) run.integrator.step();
  const auto& x = run.integrator.bodies().x;
  EXPECT_NEAR(norm(x[0] - x[1]), r, 2e-6);
  EXPECT_NEAR(x[0].x, r / 2 * std::cos(4 * turn), 1e-5);
  EXPECT_NEAR(x[0].y, r / 2 * std::sin(4 * turn), 1e-5);
}

TEST(LeapfrogSoftening, SetsTheStepsOfEachComponent) {
  TreeRun run(by_component());
  run.integrator.start(mixed_cloud(200).view());
  for (int block = 0; block < 30; ++block) run.integrator.step();
  const auto& bodies = run.integrator.bodies();
  std::size_t longer = 0;
  for (std::size_t i = 0; i < 200; ++i) {
    const double step = run.integrator.schedule().level(slot_at(i)).units();
    EXPECT_LE(step, acceleration_step(0.025, softening_in_cloud(i), bodies.a[i])) << i;
    longer += step > acceleration_step(0.025, others, bodies.a[i]);
  }
  EXPECT_GT(longer, 50u) << "halo and disc step as far as their own softening lets them";
}

TEST(LeapfrogSoftening, KeepsTheEnergy) {
  LeapfrogOptions options = by_component();
  options.eta = 0.0025;
  TreeRun run(options);
  run.integrator.start(mixed_cloud(500).view());
  const auto energy = [&] {
    const Conserved now = run.integrator.conserved(run.integrator.now()).value();
    return now.kinetic + now.potential;
  };
  const double start = energy();
  while (run.integrator.next() <= Tick::nearest(2)) run.integrator.step();
  EXPECT_NEAR(energy() / start, 1, 2e-3);
}

TEST(LeapfrogSoftening, GoesOnFromACheckpoint) {
  TreeRun whole(by_component()), part(by_component());
  whole.integrator.start(mixed_cloud(300).view());
  for (int block = 0; block < 20; ++block) whole.integrator.step();
  MemoryArchive archive;
  whole.integrator.describe(archive);
  archive.rewind();
  part.integrator.describe(archive);
  for (int block = 0; block < 20; ++block) {
    whole.integrator.step();
    part.integrator.step();
  }
  EXPECT_EQ(whole.integrator.bodies().x, part.integrator.bodies().x);
  EXPECT_EQ(whole.integrator.bodies().v, part.integrator.bodies().v);
}

TEST(LeapfrogSoftening, WithoutFamiliesAllAreStars) {
  TreeRun plain(softened(others)), each(by_component());
  const StarsBuffer stars = random_cloud(100, 5);
  for (TreeRun* run : {&plain, &each}) {
    run->integrator.start(stars.view());
    while (run->integrator.next() <= Tick::nearest(0.25)) run->integrator.step();
  }
  for (std::size_t i = 0; i < stars.size(); ++i)
    EXPECT_LT(norm(plain.integrator.bodies().x[i] - each.integrator.bodies().x[i]), 1e-6) << i;
}

TEST(LeapfrogSoftening, OfComponentsNeedsATree) { EXPECT_THROW(LeapfrogRun{by_component()}, InputError); }

}  // namespace
}  // namespace tucana
