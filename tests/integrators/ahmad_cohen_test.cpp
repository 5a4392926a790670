// The neighbour scheme against hermite4 and against itself.
#include <gtest/gtest.h>

#include "tests/integrators/neighbour_fixture.h"

namespace tucana {
namespace {

// What prediction and corrector take for the regular force between its times is one polynomial and its derivatives.
TEST(NeighbourBody, ExtrapolatesTheRegularForceAsACubic) {
  NeighbourBody body;
  body.regular = {{1, 0, -2}, {0.5, 3, 0}};
  body.regular_higher = {{4, -6, 1}, {-12, 6, 3}};
  body.regular_time = Tick::nearest(2);
  const auto [a, j] = body.regular_at(Tick::nearest(2.5));
  const auto [snap, crackle] = body.regular_higher_at(Tick::nearest(2.5));
  EXPECT_EQ(a, (Vec3{1 + 0.25 + 0.5 - 0.25, 1.5 - 0.75 + 0.125, -2 + 0.125 + 0.0625}));
  EXPECT_EQ(j, (Vec3{0.5 + 2 - 1.5, 3 - 3 + 0.75, 0.5 + 0.375}));
  EXPECT_EQ(snap, (Vec3{4 - 6, -6 + 3, 1 + 1.5}));
  EXPECT_EQ(crackle, body.regular_higher.crackle);
}

// Lists are made for the next regular step before the force is known that chooses it.
TEST(AhmadCohen, RegularStepsGrowOnlyWhenTheStepBeforeAskedForIt) {
  NeighbourRun run(softened_neighbours());
  run.integrator.start(random_cloud(300, 15).view());
  int grown = 0, shrunk = 0;
  while (run.integrator.now() < Tick::nearest(0.5)) {
    const auto before = run.integrator.bodies().row;
    run.integrator.step();
    const auto& after = run.integrator.bodies().row;
    for (std::size_t i = 0; i < after.size(); ++i) {
      if (after[i].regular_level < before[i].regular_level) ++shrunk;
      if (after[i].regular_level <= before[i].regular_level) continue;
      ++grown;
      EXPECT_EQ(after[i].regular_level.log2, before[i].regular_level.log2 + 1);
      EXPECT_GE(before[i].regular_wanted, after[i].regular_level.units());
    }
  }
  EXPECT_GT(grown, 300);
  EXPECT_GT(shrunk, 50);
}

// With a regular force in float and an irregular one in pairs of floats regular steps are those of double: a difference
// of precision between the sums would look like a derivative and shorten them.
TEST(AhmadCohen, PrecisionDoesNotShortenRegularSteps) {
  const StarsBuffer start = random_cloud(400, 8);
  std::vector<double> steps;
  for (const Precision precision : {Precision::fp64, Precision::fp32}) {
    NeighbourOptions options = softened_neighbours();
    options.eta = options.eta_regular = 0.003;
    NeighbourRun run(options, {.kind = "cpu", .precision = precision});
    run.integrator.start(start.view());
    run.step_to(0.5);
    steps.push_back(static_cast<double>(run.integrator.counts().regular_steps));
  }
  EXPECT_NEAR(steps[1] / steps[0], 1, 0.03) << steps[0];
}

TEST(AhmadCohen, ConservesEnergyAndStepsAsHermite4Does) {
  const StarsBuffer start = random_cloud(300, 2);
  for (const Precision precision : {Precision::fp64, Precision::two_float, Precision::fp32}) {
    NeighbourRun run(softened_neighbours(), {.kind = "cpu", .precision = precision}, 2);
    run.integrator.start(start.view());
    run.step_to(1);
    EXPECT_NEAR(energy_of(run.stars_at(1), soft_eps2) / energy_of(start, soft_eps2), 1, 5e-6) << name_of(precision);
    HermiteOptions plain = hermite_options(4);
    plain.law.eps2 = soft_eps2;
    HermiteRun hermite(4, plain);
    hermite.integrator.start(start.view());
    hermite.step_to(1);
    const auto steps = static_cast<double>(hermite.integrator.counts().steps);
    EXPECT_NEAR(static_cast<double>(run.integrator.counts().steps), steps, 0.2 * steps);
    EXPECT_LT(run.integrator.counts().interactions, hermite.integrator.counts().interactions);
  }
}

// From four leaves on bodies are sorted in space every eighth of a time unit.
TEST(AhmadCohen, SortingBodiesIsNotSeen) {
  const StarsBuffer start = random_cloud(1100, 14);
  const EngineChoice choice{.kind = "cpu", .precision = Precision::fp32};
  NeighbourRun whole(softened_neighbours(), choice, 1), first(softened_neighbours(), choice, 3);
  whole.integrator.start(start.view());
  whole.step_to(0.3);
  first.integrator.start(start.view());
  first.step_to(0.2);
  MemoryArchive checkpoint = first.saved();
  checkpoint.rewind();
  NeighbourRun second(softened_neighbours(), choice, 2);
  second.integrator.describe(checkpoint);
  second.step_to(0.3);
  EXPECT_EQ(second.saved().first_difference(whole.saved()), "");
  EXPECT_FALSE(whole.integrator.bodies().slots.is_plain()) << "or nothing is shown";
  const StarsBuffer seen = whole.stars_at(0.3);
  EXPECT_EQ(seen.id, start.id);
  EXPECT_EQ(seen.mass, start.mass);
  EXPECT_LT(distance(seen, start), 0.5) << "and the places are those of the same stars";
  EXPECT_NEAR(energy_of(seen, soft_eps2) / energy_of(start, soft_eps2), 1, 1e-6);
}

// A device for the regular forces does not say which processor sums the irregular ones.
TEST(AhmadCohen, SaysWhatDecidesItsBits) {
  for (const std::string& level : supported_simd_levels()) {
    NeighbourOptions options;
    options.simd = level;
    NeighbourRun in_float(options, {.kind = "cpu", .precision = Precision::fp32}), in_double(options);
    EXPECT_NE(in_float.integrator.arithmetic_class().find("gather " + level), std::string::npos);
    EXPECT_EQ(in_double.integrator.arithmetic_class(), "");
  }
}

}  // namespace
}  // namespace tucana
