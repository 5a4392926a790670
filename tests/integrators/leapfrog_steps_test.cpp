// How long steps are, who shares them, and what is refused.
#include <gtest/gtest.h>

#include "tests/integrators/leapfrog_fixture.h"
#include "tucana/core/error.h"
#include "tucana/integrators/step_criteria.h"
#include "tucana/tree/tree_engine.h"

namespace tucana {
namespace {

TEST(AccelerationStep, MovesABodyFromRestByEtaSoftenings) {
  const Vec3 a{3, 0, 4};
  const double dt = acceleration_step(0.025, 0.16, a);
  EXPECT_NEAR(norm(a) * dt * dt / 2, 0.025 * 0.16, 1e-18);
  EXPECT_EQ(acceleration_step(0.025, 0.16, {}), no_limit);
}

TEST(LeapfrogSteps, FollowTheCriterion) {
  const double softening = 0.05;
  LeapfrogRun run(softened(softening));
  run.integrator.start(random_cloud(100, 3).view());
  for (int block = 0; block < 50; ++block) run.integrator.step();
  const auto& bodies = run.integrator.bodies();
  const BlockSchedule& schedule = run.integrator.schedule();
  for (std::size_t i = 0; i < 100; ++i) {
    const double step = schedule.level(slot_at(i)).units();
    EXPECT_LE(step, acceleration_step(0.025, softening, bodies.a[i]));
    EXPECT_LE(step, 0.125);
  }
  EXPECT_GT(schedule.longest(), schedule.shortest());
}

TEST(LeapfrogSteps, BlockAndSharedAreTheSameWhenAllStepsAre) {
  const StarsBuffer stars = random_cloud(300, 4);
  std::vector<MemoryArchive> ends;
  for (const StepRule rule : {StepRule::block, StepRule::shared, StepRule::fixed}) {
    LeapfrogOptions options = softened(0.5);
    options.steps = rule;
    options.largest_step = options.fixed_step = 0x1p-6;
    LeapfrogRun run(options);
    run.integrator.start(stars.view());
    for (int block = 0; block < 20; ++block) run.integrator.step();
    EXPECT_EQ(run.integrator.counts().steps, 20u * 300u);
    ends.push_back(run.saved());
  }
  EXPECT_EQ(ends[0].first_difference(ends[1]), "");
  EXPECT_EQ(ends[0].first_difference(ends[2]), "");
}

TEST(LeapfrogSteps, SharedOnesAreTheShortestThatAnyBodyWants) {
  const StarsBuffer stars = random_cloud(50, 5);
  LeapfrogOptions options = softened(0.02);
  LeapfrogRun block(options);
  options.steps = StepRule::shared;
  LeapfrogRun shared(options);
  block.integrator.start(stars.view());
  shared.integrator.start(stars.view());
  EXPECT_LT(block.integrator.schedule().shortest(), block.integrator.schedule().longest());
  EXPECT_EQ(shared.integrator.schedule().shortest(), block.integrator.schedule().shortest());
  for (int i = 0; i < 200; ++i) {
    shared.integrator.step();
    EXPECT_EQ(shared.integrator.schedule().longest(), shared.integrator.schedule().shortest());
  }
  EXPECT_NEAR(energy_of(shared.stars_at(shared.integrator.now().units()), 4e-4) / energy_of(stars, 4e-4), 1, 5e-3);
}

TEST(LeapfrogSteps, NeedASofteningUnlessFixed) {
  LeapfrogOptions options;
  for (const StepRule rule : {StepRule::block, StepRule::shared}) {
    options.steps = rule;
    try {
      LeapfrogRun run(options);
      FAIL() << "no error";
    } catch (const InputError& e) {
      EXPECT_NE(std::string(e.what()).find("gravity.softening > 0"), std::string::npos) << e.what();
    }
  }
  options.steps = StepRule::fixed;
  EXPECT_NO_THROW(LeapfrogRun{options});
}

void expect_names_both(Leapfrog& integrator, const StarsBuffer& stars) {
  try {
    integrator.start(stars.view());
    FAIL() << "no error";
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("stars 2 and 3 are at the same place"), std::string::npos) << e.what();
  }
}

TEST(LeapfrogSteps, CoincidentBodiesAreNamed) {
  const StarsBuffer stars = stars_of({1, 1, 1}, {{0, 0, 0}, {1, 2, 3}, {1, 2, 3}}, {{}, {}, {}});
  LeapfrogRun hard(fixed_leapfrog(0x1p-6)), soft(softened(0.1));
  expect_names_both(hard.integrator, stars);
  SerialWorkers workers;
  const auto tree = make_tree_engine({}, "best", workers);
  Leapfrog on_tree(fixed_leapfrog(0x1p-6), *tree, workers);
  expect_names_both(on_tree, stars);
  soft.integrator.start(stars.view());
  soft.step_to(0.5);
  EXPECT_EQ(soft.stars_at(0.5).position[1], soft.stars_at(0.5).position[2]);
}

TEST(LeapfrogSteps, AStepBelowOneTickIsAClearFailure) {
  LeapfrogRun run(softened(1e-9));
  const StarsBuffer stars = stars_of({1e9, 1e9}, {{1e-8, 0, 0}, {-1e-8, 0, 0}}, {{}, {}});
  try {
    run.integrator.start(stars.view());
    FAIL() << "no error";
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("star 1 needs a step of"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("star 2 is too close"), std::string::npos) << e.what();
  }
}

}  // namespace
}  // namespace tucana
