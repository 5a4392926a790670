// Bodies that change mass, vanish or appear in the middle of a run of the neighbour scheme.
#include "tucana/core/change_set.h"

#include <gtest/gtest.h>

#include "tests/integrators/neighbour_fixture.h"
#include "tucana/core/error.h"

namespace tucana {
namespace {

/// Two bodies go, two come, one of them near another star, one loses half its mass, one becomes heavy.
ChangeSet some_changes() {
  ChangeSet set;
  set.masses = {{StarId{7}, 0.002}, {StarId{20}, 0.5}};
  set.removed = {StarId{3}, StarId{200}};
  set.added.resize(2);
  set.added.id = {StarId{1001}, StarId{1002}};
  set.added.mass = {0.01, 0.004};
  set.added.position = {{0.1, 0.2, -0.1}, {3, 0, 0}};
  set.added.velocity = {{0.3, 0, 0}, {0, 0.2, 0}};
  return set;
}

std::size_t row_of(const StarsBuffer& stars, StarId id) {
  return static_cast<std::size_t>(std::ranges::find(stars.id, id) - stars.id.begin());
}

/// The same changes of a plain table.
StarsBuffer changed(StarsBuffer stars, const ChangeSet& set) {
  for (const auto& [star, mass] : set.masses) stars.mass[row_of(stars, star)] = mass;
  StarsBuffer result;
  const auto add = [&](const StarsBuffer& from, std::size_t k) {
    result.id.push_back(from.id[k]);
    result.mass.push_back(from.mass[k]);
    result.radius.push_back(from.radius[k]);
    result.position.push_back(from.position[k]);
    result.velocity.push_back(from.velocity[k]);
  };
  for (std::size_t i = 0; i < stars.size(); ++i)
    if (std::ranges::find(set.removed, stars.id[i]) == set.removed.end()) add(stars, i);
  for (std::size_t k = 0; k < set.added.size(); ++k) add(set.added, k);
  return result;
}

double largest_distance(const StarsBuffer& a, const StarsBuffer& b) {
  EXPECT_EQ(a.size(), b.size());
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    largest = std::max(largest, norm(a.position[i] - b.position[row_of(b, a.id[i])]));
  return largest;
}

class Changes : public testing::TestWithParam<EngineChoice> {
 protected:
  static NeighbourOptions options() {
    NeighbourOptions options = softened_neighbours();
    options.wanted_neighbours = 12;
    options.eta = options.eta_regular = 0.005;
    return options;
  }
};

// Bodies stand at times of their own when the set comes.
TEST_P(Changes, GoOnAsAFreshStartFromTheSameState) {
  const StarsBuffer start = random_cloud(200, 11);
  NeighbourRun run(options(), GetParam());
  run.integrator.start(start.view());
  while (run.integrator.now() < Tick::nearest(0.3)) run.integrator.step();
  const double t = run.integrator.now().units();
  const StarsBuffer before = run.stars_at(t);
  const StarsBuffer expected = changed(before, some_changes());
  run.integrator.apply(some_changes());
  EXPECT_LT(largest_distance(run.stars_at(t), expected), 1e-6) << "nobody jumps";
  NeighbourRun fresh(options(), GetParam());
  fresh.integrator.start(expected.view());
  run.step_to(t + 0.25);
  fresh.step_to(0.25);
  EXPECT_LT(largest_distance(run.stars_at(t + 0.25), fresh.stars_at(0.25)), 5e-5);
  const double energy = energy_of(expected, soft_eps2);
  EXPECT_NEAR(energy_of(run.stars_at(t + 0.25), soft_eps2) / energy, 1, 2e-5);
}

INSTANTIATE_TEST_SUITE_P(Engines, Changes,
                         testing::Values(EngineChoice{.kind = "cpu", .precision = Precision::fp64},
                                         EngineChoice{.kind = "cpu", .precision = Precision::fp32},
                                         EngineChoice{.kind = "opencl", .precision = Precision::fp32}));

// The order of the scheme survives: with steps of a given length the difference to a fresh start, which itself has the
// error of the scheme, falls with the fourth power of the step.
TEST(ChangeSet, KeepsTheOrder) {
  const StarsBuffer start = random_cloud(64, 12);
  ChangeSet set;
  set.masses = {{StarId{5}, 0.03}};
  set.removed = {StarId{9}};
  HermiteOptions exact = hermite_options(6);
  exact.steps = StepRule::fixed;
  exact.fixed_step = 0x1p-9;
  exact.law.eps2 = soft_eps2;
  HermiteRun truth(6, exact), rest(6, exact);
  truth.integrator.start(start.view());
  const double when = 0.25 + 3 * 0x1p-7;  // inside a regular step of both runs below
  truth.step_to(when);
  const StarsBuffer then = changed(truth.stars_at(when), set);
  rest.integrator.start(then.view());
  rest.step_to(0.5 - when);
  const StarsBuffer end = rest.stars_at(0.5 - when);
  const auto error = [&](double step) {
    NeighbourOptions options = softened_neighbours();
    options.steps = StepRule::fixed;
    options.fixed_step = step;
    options.fixed_ratio = 4;
    options.wanted_neighbours = 10;
    NeighbourRun run(options);
    run.integrator.start(start.view());
    run.step_to(when);
    run.integrator.apply(set);
    run.step_to(0.5);
    return largest_distance(end, run.stars_at(0.5));
  };
  const double coarse = error(0x1p-5), fine = error(0x1p-6);
  EXPECT_GT(std::log2(coarse / fine), 3.5) << coarse << " " << fine;
}

TEST(ChangeSet, BitsDoNotDependOnThreadsOrARestart) {
  const StarsBuffer start = random_cloud(300, 13);
  const EngineChoice choice{.kind = "cpu", .precision = Precision::fp32};
  NeighbourRun whole(softened_neighbours(), choice, 3), first(softened_neighbours(), choice, 1);
  for (auto* run : {&whole, &first}) {
    run->integrator.start(start.view());
    for (int block = 0; block < 40; ++block) run->integrator.step();
    run->integrator.apply(some_changes());
  }
  MemoryArchive checkpoint = first.saved();
  checkpoint.rewind();
  NeighbourRun second(softened_neighbours(), choice, 2);
  second.integrator.describe(checkpoint);
  for (auto* run : {&whole, &second})
    for (int block = 0; block < 40; ++block) run->integrator.step();
  EXPECT_EQ(second.saved().first_difference(whole.saved()), "");
}

TEST(ChangeSet, RefusesWhatCannotBeAndChangesNothing) {
  NeighbourRun run(NeighbourOptions{});
  run.integrator.start(random_cloud(20, 1).view());
  for (int block = 0; block < 10; ++block) run.integrator.step();
  const auto refused = [&](const ChangeSet& set, const std::string& words) {
    MemoryArchive before = run.saved();
    try {
      run.integrator.apply(set);
      ADD_FAILURE() << "no error: " << words;
    } catch (const InputError& e) {
      EXPECT_NE(std::string(e.what()).find(words), std::string::npos) << e.what();
    }
    EXPECT_EQ(run.saved().first_difference(before), "");
  };
  ChangeSet set;
  set.masses = {{StarId{77}, 1}};
  refused(set, "star 77 cannot change: there is none");
  set.masses = {{StarId{7}, -1}};
  refused(set, "star 7 cannot have mass -1");
  set = {};
  set.removed = {StarId{4}, StarId{4}};
  refused(set, "star 4");
  set = {};
  set.added = random_cloud(1, 1);
  refused(set, "star 1 is there already");
  set = {};
  set.added = random_cloud(2, 1);
  set.added.id = {StarId{50}, StarId{51}};
  set.added.position[1] = set.added.position[0] = {5, 5, 5};
  refused(set, "star 51 cannot appear at the place of star 50");
  set = {};
  for (int i = 1; i <= 20; ++i) set.removed.push_back(StarId{i});
  refused(set, "no star would be left");
}

}  // namespace
}  // namespace tucana
