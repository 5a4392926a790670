// The neighbour scheme against the 6th-order scheme, against itself, and in ugly company.
#include <gtest/gtest.h>

#include "tests/integrators/neighbour_fixture.h"
#include "tucana/core/error.h"
#include "tucana/integrators/hermite/hermite4_formulae.h"

namespace tucana {
namespace {

/// By irregular steps in a regular one, and rules for lists.
class NeighbourOrder : public testing::TestWithParam<std::tuple<int, ListRule>> {
 protected:
  /// By distances from a solution that is far more accurate.
  static double order_for(const StarsBuffer& start, bool lists_change) {
    HermiteOptions exact = hermite_options(6);
    exact.steps = StepRule::fixed;
    exact.fixed_step = 0x1p-9;
    exact.law.eps2 = soft_eps2;
    HermiteRun truth(6, exact);
    truth.integrator.start(start.view());
    truth.step_to(0.5);
    const auto error = [&](double step) {
      NeighbourOptions options = softened_neighbours();
      options.hermite.steps = StepRule::fixed;
      options.hermite.fixed_step = step;
      options.fixed_ratio = std::get<0>(GetParam());
      options.list_rule = std::get<1>(GetParam());
      options.wanted_neighbours = 10;
      NeighbourRun run(options, {.kind = "cpu", .precision = Precision::fp64});
      run.integrator.start(start.view());
      const auto first_lists = run.integrator.bodies().list;
      bool changed = false;
      while (run.integrator.next() <= Tick::nearest(0.5)) {
        run.integrator.step();
        changed = changed || run.integrator.bodies().list != first_lists;
      }
      EXPECT_EQ(changed, lists_change) << "or nothing is shown";
      return distance(run.stars_at(0.5), truth.stars_at(0.5));
    };
    return std::log2(error(0x1p-6) / error(0x1p-7));
  }
};

// With the regular force of the new list in the corrector it would be of first order, without a regular corrector of
// second.
TEST_P(NeighbourOrder, IsFourWithListsThatChange) { EXPECT_NEAR(order_for(random_cloud(64, 9), true), 4, 0.2); }

/// Six small clouds of eleven that go round each other: all others of one's own cloud are the ten neighbours wanted.
StarsBuffer clouds_apart() {
  constexpr std::size_t clouds = 6, members = 11;
  const double mass = 1.0 / (clouds * members);
  std::vector<Vec3> x, v;
  for (std::size_t c = 0; c < clouds; ++c) {
    const double phase = 2 * std::numbers::pi * static_cast<double>(c) / clouds;
    const Vec3 place{1.5 * std::cos(phase), 1.5 * std::sin(phase), 0};
    for (std::size_t k = 0; k < members; ++k) {
      RandomStream random(3, RandomUse::test, x.size());
      x.push_back(place + (0.15 + 0.06 * random.uniform()) * random.direction());
      v.push_back(0.5 * Vec3{-std::sin(phase), std::cos(phase), 0} + 0.1 * random.direction());
    }
  }
  return stars_of(std::vector<double>(x.size(), mass), x, v);
}

TEST_P(NeighbourOrder, IsFourWithListsThatStay) { EXPECT_NEAR(order_for(clouds_apart(), false), 4, 0.2); }

INSTANTIATE_TEST_SUITE_P(Ratios, NeighbourOrder,
                         testing::Combine(testing::Values(1, 4, 8),
                                          testing::Values(ListRule::distance, ListRule::end_points, ListRule::segment,
                                                          ListRule::approach, ListRule::midway)));

// At a regular time of all bodies both parts add up to the force of all, to rounding.
TEST(AhmadCohen, ForcesOfBothPartsAreTheForceOfAll) {
  const StarsBuffer start = random_cloud(300, 1);
  NeighbourOptions options = softened_neighbours();
  options.hermite.steps = StepRule::fixed;
  options.hermite.fixed_step = 0x1p-6;
  NeighbourRun run(options);
  run.integrator.start(start.view());
  run.step_to(0x1p-4 - 0x1p-8);
  const auto before = run.integrator.bodies().row;
  run.integrator.step();
  const auto& bodies = run.integrator.bodies().row;
  std::vector<HermitePrediction> at;  // where the forces were evaluated
  at.reserve(before.size());
  for (const NeighbourBody& body : before)
    at.push_back(hermite4::predict(body.state(), (run.integrator.now() - body.time).units()));
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    ASSERT_EQ(bodies[i].regular_time, Tick::nearest(0x1p-4));
    PartialForce sum;
    for (std::size_t k = 0; k < bodies.size(); ++k)
      if (k != i) sum += pull(bodies[k].mass, at[k].x - at[i].x, at[k].v - at[i].v, options.hermite.law);
    EXPECT_NEAR(norm(bodies[i].total().a - sum.a), 0, 1e-13 * norm(sum.a)) << i;
    EXPECT_NEAR(norm(bodies[i].total().j - sum.j), 0, 1e-12 * norm(sum.j)) << i;
  }
}

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
    options.hermite.eta = options.eta_regular = 0.003;
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

TEST(AhmadCohen, BitsDoNotDependOnThreadsLookersOrARestart) {
  const StarsBuffer start = random_cloud(500, 5);
  const EngineChoice choice{.kind = "cpu", .precision = Precision::fp32};
  NeighbourRun whole(softened_neighbours(), choice, 1);
  whole.integrator.start(start.view());
  for (int block = 0; block < 120; ++block) whole.integrator.step();
  NeighbourRun first(softened_neighbours(), choice, 3);
  first.integrator.start(start.view());
  for (int block = 0; block < 50; ++block) {
    first.integrator.step();
    StarsBuffer seen;
    first.integrator.peek({(first.integrator.now().n + first.integrator.next().n) / 2}, seen);
  }
  MemoryArchive checkpoint = first.saved();
  checkpoint.rewind();
  NeighbourRun second(softened_neighbours(), choice, 2);
  second.integrator.describe(checkpoint);
  for (int block = 50; block < 120; ++block) second.integrator.step();
  EXPECT_EQ(second.saved().first_difference(whole.saved()), "");
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
  EXPECT_FALSE(std::ranges::is_sorted(whole.integrator.bodies().id)) << "or nothing is shown";
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

TEST(AhmadCohen, NamesCoincidentBodies) {
  const StarsBuffer stars = stars_of({1, 1, 1}, {{0, 0, 0}, {1, 2, 3}, {1, 2, 3}}, {{}, {}, {}});
  NeighbourRun run(NeighbourOptions{});
  try {
    run.integrator.start(stars.view());
    FAIL() << "no error";
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("stars 2 and 3 are at the same place"), std::string::npos) << e.what();
  }
}

}  // namespace
}  // namespace tucana
