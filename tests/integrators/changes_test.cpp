// Stars that change in the middle of a run, under every integrator.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/integrators/changed_stars.h"
#include "tests/integrators/kinds.h"
#include "tests/integrators/neighbour_fixture.h"
#include "tucana/core/error.h"

namespace tucana {
namespace {

constexpr double eps2 = 0.01;

HermiteOptions options_of(const IntegratorKindCase& kind) {
  HermiteOptions options = kind.softened(eps2);
  options.eta = kind.order == 2 ? 2.5e-4 : kind.order == 4 ? 0.005 : 0.3;
  return options;
}

/// The first block time after 0.3; for most kinds bodies stand at different times there.
double run_to_changes(Integrator& integrator) {
  while (integrator.now() < Tick::nearest(0.3)) integrator.step();
  return integrator.now().units();
}

/// And the star of the last row goes, another comes far outside, and one becomes so heavy that all others have it in
/// their lists of neighbours.
ChangeSet one_of_each_and_a_heavy_one() {
  ChangeSet set = one_of_each();
  set.masses[1].mass = 0.5;
  set.removed.push_back(StarId{100});
  set.added.resize(2);
  set.added.id[1] = StarId{1002};
  set.added.mass[1] = 0.004;
  set.added.position[1] = {3, 0, 0};
  set.added.velocity[1] = {0, 0.2, 0};
  return set;
}

/// On engines of several precisions.
class ChangesOn : public testing::TestWithParam<std::tuple<IntegratorKindCase, EngineChoice>> {};

TEST_P(ChangesOn, GoOnAsAFreshStartFromTheSameState) {
  const auto& [kind, engine] = GetParam();
  const bool in_double = engine.precision == Precision::fp64;
  const HermiteOptions options = options_of(kind);
  const ChangeSet set = one_of_each_and_a_heavy_one();
  KindRun run(kind, options, engine);
  run.integrator.start(random_cloud(100, 11).view());
  const double t = run_to_changes(run.integrator);
  const StarsBuffer before = run.stars_at(t);
  const StarsBuffer expected = changed(before, set);
  const EnergyChange energy = run.integrator.apply(set);
  const StarsBuffer after = run.stars_at(t);
  EXPECT_EQ(after.id, expected.id) << "in the order of the table";
  EXPECT_EQ(after.mass, expected.mass);
  EXPECT_EQ(after.radius, expected.radius);
  EXPECT_EQ(run.integrator.star_count(), expected.size());
  EXPECT_LT(largest_distance(after, expected), in_double ? 1e-7 : 1e-6) << "nobody jumps";
  EXPECT_NEAR(energy.total(), energy_of(expected, eps2) - energy_of(before, eps2), in_double ? 1e-7 : 1e-6);
  KindRun fresh(kind, options, engine);
  fresh.integrator.start(expected.view());
  run.step_to(t + 0.25);
  fresh.step_to(0.25);
  EXPECT_LT(largest_distance(run.stars_at(t + 0.25), fresh.stars_at(0.25)), 5e-5);
  EXPECT_NEAR(energy_of(run.stars_at(t + 0.25), eps2) / energy_of(expected, eps2), 1, 2e-5);
}

INSTANTIATE_TEST_SUITE_P(
    Engines, ChangesOn,
    testing::Combine(testing::ValuesIn(all_integrator_kinds()),
                     testing::Values(EngineChoice{.kind = "cpu", .precision = Precision::fp64},
                                     EngineChoice{.kind = "cpu", .precision = Precision::fp32},
                                     EngineChoice{.kind = "opencl", .precision = Precision::fp32})),
    [](const auto& one) {
      const EngineChoice& engine = std::get<1>(one.param);
      return std::get<0>(one.param).name + "_" + engine.kind + "_" + std::string(name_of(engine.precision));
    });

/// An accurate run to t = 0.5 with the changes at `when`, in fixed steps of the sixth order.
StarsBuffer accurate_end(const StarsBuffer& start, const ChangeSet& set, double when, double step) {
  HermiteOptions exact = hermite_options(6);
  exact.steps = StepRule::fixed;
  exact.fixed_step = step;
  exact.law.eps2 = eps2;
  HermiteRun truth(6, exact), rest(6, exact);
  truth.integrator.start(start.view());
  truth.step_to(when);
  rest.integrator.start(changed(truth.stars_at(when), set).view());
  rest.step_to(0.5 - when);
  return rest.stars_at(0.5 - when);
}

/// The same by another run.
template <class Run>
StarsBuffer end_of(Run& run, const StarsBuffer& start, const ChangeSet& set, double when) {
  run.integrator.start(start.view());
  run.step_to(when);
  EXPECT_EQ(run.integrator.now(), Tick::nearest(when));
  run.integrator.apply(set);
  run.step_to(0.5);
  return run.stars_at(0.5);
}

/// By which power an error falls when the step is halved.
template <class Error>
void expect_order(double order, const Error& error, double step) {
  const double coarse = error(step), fine = error(step / 2);
  EXPECT_GT(std::log2(coarse / fine), order) << coarse << " " << fine;
}

class ChangesOf : public testing::TestWithParam<IntegratorKindCase> {};

// Each kind of change alone, against sums over all pairs.
TEST_P(ChangesOf, TellWhatEachKindDidToTheEnergy) {
  const auto check = [&](const ChangeSet& set, double EnergyChange::*kind) {
    KindRun run(GetParam(), options_of(GetParam()));
    run.integrator.start(random_cloud(60, 4).view());
    while (run.integrator.now() == Tick{0}) run.integrator.step();
    const double t = run.integrator.now().units();
    const StarsBuffer before = run.stars_at(t);
    const EnergyChange energy = run.integrator.apply(set);
    EXPECT_EQ(energy.total(), energy.*kind);
    EXPECT_NE(energy.total(), 0);
    EXPECT_NEAR(energy.total(), energy_of(changed(before, set), eps2) - energy_of(before, eps2), 1e-9);
  };
  const ChangeSet all = one_of_each();
  ChangeSet one;
  one.masses = all.masses;
  check(one, &EnergyChange::mass);
  one = {};
  one.kicks = all.kicks;
  check(one, &EnergyChange::kick);
  one = {};
  one.mergers = all.mergers;
  check(one, &EnergyChange::merger);
  one = {};
  one.removed = all.removed;
  check(one, &EnergyChange::removal);
  one = {};
  one.added = all.added;
  check(one, &EnergyChange::addition);
}

// With steps of a given length the difference to an accurate run falls with the power of the step that the scheme has.
// The changes come in the middle of a step, in which bodies of shorter steps take some.
TEST_P(ChangesOf, KeepTheOrder) {
  const StarsBuffer start = random_cloud(40, 12);
  const ChangeSet set = one_of_each();
  const StarsBuffer end = accurate_end(start, set, 0.25, 0x1p-9);
  const auto error = [&](double step) {
    HermiteOptions options = hermite_options(6);
    options.steps = StepRule::fixed;
    options.fixed_step = step;
    options.law.eps2 = eps2;
    KindRun run(GetParam(), options);
    return largest_distance(end, end_of(run, start, set, 0.25));
  };
  expect_order(GetParam().order - 0.6, error, 0x1p-4);
}

TEST_P(ChangesOf, HaveBitsThatDependNeitherOnThreadsNorOnARestart) {
  const StarsBuffer start = random_cloud(300, 13);
  const HermiteOptions options = options_of(GetParam());
  const EngineChoice choice{.kind = "cpu", .precision = Precision::fp32};
  KindRun whole(GetParam(), options, choice, 3), first(GetParam(), options, choice, 1);
  for (auto* run : {&whole, &first}) {
    run->integrator.start(start.view());
    run_to_changes(run->integrator);
    run->integrator.apply(one_of_each_and_a_heavy_one());
  }
  MemoryArchive checkpoint = first.saved();
  checkpoint.rewind();
  KindRun second(GetParam(), options, choice, 2);
  second.integrator.describe(checkpoint);
  for (auto* run : {&whole, &second})
    for (int block = 0; block < 40; ++block) run->integrator.step();
  EXPECT_EQ(second.saved().first_difference(whole.saved()), "");
}

// Parked slots are used again, and dropped when there are many.
TEST_P(ChangesOf, ComeAgainAndAgain) {
  KindRun run(GetParam(), options_of(GetParam()));
  run.integrator.start(random_cloud(64, 5).view());
  double expected = energy_of(random_cloud(64, 5), eps2);
  std::int64_t next_id = 1000, oldest = 1;
  for (int round = 0; round < 20; ++round) {
    run.integrator.step();
    ChangeSet set;
    const int removed = round % 3, added = round < 10 ? 3 : 0;
    for (int k = 0; k < removed; ++k) set.removed.push_back(StarId{oldest++});
    set.added = random_cloud(static_cast<std::size_t>(added), 100 + static_cast<std::uint64_t>(round));
    for (StarId& id : set.added.id) id = StarId{next_id++};
    expected += run.integrator.apply(set).total();
    EXPECT_EQ(run.integrator.star_count(), run.stars_at(run.integrator.now().units()).size());
  }
  const StarsBuffer stars = run.stars_at(run.integrator.now().units());
  EXPECT_EQ(stars.size(), 64U + 30 - 19);
  EXPECT_NEAR(energy_of(stars, eps2) / expected, 1, 1e-4) << "the ledger accounts for all of it";
}

TEST_P(ChangesOf, ThatCannotBeAreRefusedAndChangeNothing) {
  HermiteOptions options = options_of(GetParam());
  KindRun run(GetParam(), options);
  run.integrator.start(random_cloud(20, 1).view());
  run.step_to(0.125);
  const auto refused = [&](const ChangeSet& set, const std::string& words) {
    const MemoryArchive before = run.saved();
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
  set.masses = {{StarId{7}, 1}, {StarId{7}, 2}};
  refused(set, "star 7 is named twice among those that get a mass");
  set = {};
  set.kicks = {{StarId{7}, {NAN, 0, 0}}};
  refused(set, "star 7 cannot be kicked");
  set = {};
  set.radii = {{StarId{7}, -0.1}};
  refused(set, "star 7 cannot have radius -0.1");
  set = {};
  set.mergers = {{StarId{1}, StarId{1}, 1, 1}};
  refused(set, "star 1 is named twice among those that merge");
  set = {};
  set.mergers = {{StarId{1}, StarId{2}, 1, 1}};
  set.removed = {StarId{2}};
  refused(set, "star 2 cannot be removed");
  set = {};
  set.removed = {StarId{4}, StarId{4}};
  refused(set, "star 4");
  set = {};
  set.added = random_cloud(1, 1);
  refused(set, "star 1 is there already");
  set = {};
  for (int i = 1; i <= 20; ++i) set.removed.push_back(StarId{i});
  refused(set, "no star would be left");
}

INSTANTIATE_TEST_SUITE_P(Integrators, ChangesOf, testing::ValuesIn(all_integrator_kinds()), name_of_kind);

/// A fast tracer that crosses the cloud at `when`: its steps are short there, and bodies of the cloud are in the middle
/// of theirs.
StarsBuffer with_fast_tracer(StarsBuffer stars, double when) {
  const double speed = 40;
  stars.id.push_back(StarId{500});
  stars.mass.push_back(0);
  stars.radius.push_back(0);
  stars.position.push_back({-speed * when, 0.1, 0.2});
  stars.velocity.push_back({speed, 0, 0});
  return stars;
}

// Steps of the cloud are as long as allowed, so that its error falls with a power of that length, and the changes come
// after three quarters or a half of such a step.
TEST(Changes, KeepTheOrderInTheMiddleOfAStep) {
  const double when = 0.25 + 3 * 0x1p-7;
  const StarsBuffer start = with_fast_tracer(random_cloud(40, 12), when);
  const ChangeSet set = one_of_each();
  const StarsBuffer end = accurate_end(start, set, when, 0x1p-11);
  for (const int order : {4, 6}) {
    const auto error = [&](double step) {
      HermiteOptions options = hermite_options(order);
      options.law.eps2 = eps2;
      options.eta = order == 4 ? 1 : 2;
      options.eta_start = 0.2;
      options.largest_step = step;
      HermiteRun run(order, options);
      double largest = 0;
      const StarsBuffer stars = end_of(run, start, set, when);
      for (std::size_t i = 0; i < stars.size(); ++i)
        if (stars.mass[i] > 0)
          largest = std::max(largest, norm(stars.position[i] - end.position[row_of(end, stars.id[i])]));
      return largest;
    };
    expect_order(order - 0.5, error, 0x1p-5);
  }
}

// The same inside a regular step, with lists that change.
TEST(Changes, KeepTheOrderInTheMiddleOfARegularStep) {
  const StarsBuffer start = random_cloud(64, 12);
  const ChangeSet set = one_of_each();
  const double when = 0.25 + 3 * 0x1p-7;  // inside a regular step of both runs below
  const StarsBuffer end = accurate_end(start, set, when, 0x1p-9);
  const auto error = [&](double step) {
    NeighbourOptions options = softened_neighbours();
    options.steps = StepRule::fixed;
    options.fixed_step = step;
    options.fixed_ratio = 4;
    options.wanted_neighbours = 10;
    NeighbourRun run(options);
    return largest_distance(end, end_of(run, start, set, when));
  };
  expect_order(3.5, error, 0x1p-5);
}

TEST(Changes, AStarCannotAppearAtThePlaceOfAnother) {
  for (const auto& kind : integrator_kinds_but({"leapfrog"})) {  // which is always softened
    KindRun run(kind);
    const StarsBuffer stars = random_cloud(20, 1);
    run.integrator.start(stars.view());
    ChangeSet set;
    set.added = random_cloud(2, 1);
    set.added.id = {StarId{50}, StarId{51}};
    set.added.position[1] = set.added.position[0] = {5, 5, 5};
    const MemoryArchive before = run.saved();
    try {
      run.integrator.apply(set);
      ADD_FAILURE() << "no error: " << kind.name;
    } catch (const InputError& e) {
      EXPECT_NE(std::string(e.what()).find("star 51 cannot appear at the place of star 50"), std::string::npos)
          << kind.name << ": " << e.what();
    }
    set.added.position = {{5, 5, 5}, stars.position[4]};
    EXPECT_THROW(run.integrator.apply(set), InputError) << kind.name;
    EXPECT_EQ(run.integrator.star_count(), 20U);
    EXPECT_EQ(run.saved().first_difference(before), "") << kind.name;
  }
}

// A kick of one of two stars is seen by the other as of the same moment: the orbit is that of the new elements.
TEST(Changes, AKickedBinaryFollowsItsNewOrbit) {
  for (const auto& kind : integrator_kinds_but({"leapfrog"})) {  // softened pairs have other orbits
    KindRun run(kind, kind.with_eta(kind.order == 6 ? 0.2 : 0.002));
    run.integrator.start(kepler_pair(0.3).view());
    while (run.integrator.now() < Tick::nearest(0.2)) run.integrator.step();
    ChangeSet set;
    set.kicks = {{StarId{1}, {0.4, 0.3, 0.2}}};
    const double t = run.integrator.now().units(), before = energy_of(run.stars_at(t));
    const double expected = before + run.integrator.apply(set).total();
    const Vec3 momentum = angular_momentum_of(run.stars_at(t));
    run.step_to(t + 3);
    const StarsBuffer end = run.stars_at(t + 3);
    EXPECT_NEAR(energy_of(end) / expected, 1, 2e-6) << kind.name;
    EXPECT_LT(norm(angular_momentum_of(end) - momentum) / norm(momentum), 2e-6) << kind.name;
  }
}

// In a cluster that moves as a whole, kinetic energies are those that observers see.
TEST(Changes, EnergiesAreThoseOfTheWholeMotion) {
  for (const auto& kind : all_integrator_kinds()) {
    StarsBuffer start = random_cloud(50, 3);
    for (Vec3& v : start.velocity) v += Vec3{30, 0, 0};
    for (Vec3& x : start.position) x += Vec3{0, 500, 0};
    KindRun run(kind, options_of(kind));
    run.integrator.start(start.view());
    ChangeSet set = one_of_each();
    set.added.position = {{0, 500.1, 0}};
    const EnergyChange energy = run.integrator.apply(set);
    EXPECT_NEAR(energy.total(), energy_of(changed(start, set), eps2) - energy_of(start, eps2), 1e-9) << kind.name;
  }
}

}  // namespace
}  // namespace tucana
