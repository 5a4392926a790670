#include "tucana/simulation/energy_guard.h"

#include <gtest/gtest.h>

#include <limits>

#include "tucana/simulation/energy_diagnosis.h"
#include "tucana/simulation/options/read_options.h"

namespace tucana {
namespace {

Options guarded(double limit) {
  Options options;
  options.guard.energy_error = limit;
  return options;
}

TEST(EnergyGuard, LooksAtMultiplesOfTheLongestStep) {
  EnergyGuard guard(guarded(0.1));
  EXPECT_EQ(guard.next(), Tick::nearest(1)) << "eight steps of 1/8";
  guard.keep(Tick::nearest(1), 0, {});
  EXPECT_EQ(guard.next(), Tick::nearest(2));
  guard.keep(Tick::nearest(1.3), 0, {});
  EXPECT_EQ(guard.next(), Tick::nearest(2)) << "as if it had been on from the start";
  Options fixed = guarded(0.1);
  fixed.integrator.steps = StepRule::fixed;
  fixed.integrator.fixed_step = 0x1p-20;
  EXPECT_EQ(EnergyGuard(fixed).next(), Tick::nearest(0.125)) << "short steps are no reason to look all the time";
  fixed.guard.interval = 3;
  EXPECT_EQ(EnergyGuard(fixed).next(), Tick::nearest(3 * 0x1p-20)) << "but that one asked for it";
}

TEST(EnergyGuard, IsOnWhereItCostsLittleAndCanBeRight) {
  EnergyGuard guard{Options{}};
  EXPECT_TRUE(guard.is_on());
  guard.settle(EnergyGuard::most_stars);
  EXPECT_TRUE(guard.is_on());
  guard.settle(EnergyGuard::most_stars + 1);
  EXPECT_EQ(guard.next(), Tick::never);
  EXPECT_FALSE(guard.is_too_much(1e9));
  EXPECT_EQ(EnergyGuard(guarded(0)).next(), Tick::never);
  Options tide;
  tide.field.kind = FieldKind::tide;
  EXPECT_TRUE(EnergyGuard(tide).is_on()) << "the energy in a tide is Jacobi's integral";
  Options changing = tide;
  changing.field.change = galaxy::FieldChange::decay;
  EXPECT_FALSE(EnergyGuard(changing).is_on()) << "it does work on the stars";
  Options asked = changing;
  asked.guard.interval = 8;
  EnergyGuard all_the_same(asked);
  all_the_same.settle(10 * EnergyGuard::most_stars);
  EXPECT_TRUE(all_the_same.is_on());
}

TEST(EnergyGuard, JudgesWhatTheErrorHasGrownBy) {
  EnergyGuard guard(guarded(0.125));
  guard.keep(Tick{0}, 0.5, {});
  EXPECT_FALSE(guard.is_too_much(0.625));
  EXPECT_FALSE(guard.is_too_much(0.375));
  EXPECT_TRUE(guard.is_too_much(0.63));
  EXPECT_TRUE(guard.is_too_much(0.37));
  EXPECT_TRUE(guard.is_too_much(std::numeric_limits<double>::quiet_NaN()));
}

TEST(EnergyGuard, TriesThreeTimesWithEverSmallerEta) {
  EnergyGuard guard(guarded(0.1));
  guard.keep(Tick{0}, 0, {});
  for (const double factor : {0.5, 0.25, 0.125}) {
    EXPECT_TRUE(guard.try_again({}));
    EXPECT_EQ(guard.eta_factor(), factor);
  }
  EXPECT_FALSE(guard.try_again({}));
  guard.keep(Tick{1}, 0, {});
  EXPECT_EQ(guard.eta_factor(), 1);
  EXPECT_EQ(guard.retries(), 3U);
}

TEST(EnergyGuard, IsStateWithAllItKeeps) {
  EnergyGuard guard(guarded(0.1)), other(guarded(0.1)), off(guarded(0));
  MemoryArchive state;
  double number = 42;
  state.field("number", number);
  guard.keep(Tick::nearest(3), 0.25, state);
  guard.try_again({Tick::nearest(4), 0.5, 7});
  MemoryArchive saved;
  guard.describe(saved);
  saved.rewind();
  other.describe(saved);
  EXPECT_EQ(other.kept_time(), Tick::nearest(3));
  EXPECT_EQ(other.growth(1), 0.75);
  EXPECT_EQ(other.eta_factor(), 0.5);
  EXPECT_EQ(other.retries(), 1U);
  const auto news = other.take_news();
  ASSERT_TRUE(news.has_value());
  EXPECT_EQ(news->until, Tick::nearest(4));
  EXPECT_EQ(news->growth, 0.5);
  EXPECT_EQ(news->star, 7);
  EXPECT_FALSE(other.take_news().has_value()) << "told once";
  double loaded = 0;
  other.kept_state().field("number", loaded);
  EXPECT_EQ(loaded, 42);
  saved.rewind();
  off.describe(saved);
  EXPECT_FALSE(off.has_kept());
  EXPECT_EQ(off.eta_factor(), 1) << "without a guard there is nothing to repeat";
}

// A state that is loaded into a simulation that has gone on, as the guard does it, leads to the same bits again; and a
// smaller eta to more steps.
TEST(EnergyGuard, GoesBackToTheSameBits) {
  for (const IntegratorKind kind :
       {IntegratorKind::hermite4, IntegratorKind::hermite6, IntegratorKind::ahmad_cohen, IntegratorKind::leapfrog}) {
    Options options = default_options(kind);
    options.model.n = 64;
    options.run.threads = 1;
    options.gravity.softening = kind == IntegratorKind::leapfrog ? 0.01 : 0;
    Simulation simulation(options);
    simulation.start();
    simulation.advance_to(0.5);
    MemoryArchive kept;
    simulation.describe(kept);
    const auto steps_before = simulation.integrator().counts().steps;
    const auto advance = [&] {
      simulation.advance_to(1);
      MemoryArchive state;
      simulation.integrator().describe(state);
      return state;
    };
    const auto go_back = [&](double factor) {
      kept.rewind();
      simulation.describe(kept);
      EXPECT_TRUE(simulation.integrator().set_eta_factor(factor));
    };
    const MemoryArchive first = advance();
    const auto steps = simulation.integrator().counts().steps - steps_before;
    go_back(0.125);
    EXPECT_NE(advance().first_difference(first), "");
    EXPECT_GT(simulation.integrator().counts().steps - steps_before, steps * 5 / 4) << static_cast<int>(kind);
    go_back(1);
    EXPECT_EQ(advance().first_difference(first), "") << static_cast<int>(kind);
  }
}

TEST(EnergyAdvice, NamesTheOptionToTurn) {
  Options options;
  EXPECT_EQ(energy_advice(options), "take a smaller integrator.eta than 0.02, or give gravity.softening > 0");
  options.integrator.eta = 1;
  EXPECT_EQ(energy_advice(options),
            "take a smaller integrator.eta than 1 (0.02 is usual), or give gravity.softening > 0");
  options.gravity.softening = 0.01;
  options.integrator.steps = StepRule::fixed;
  EXPECT_EQ(energy_advice(options), "take a smaller integrator.step");
  const Options tree = default_options(IntegratorKind::leapfrog, GravityMethod::tree);
  EXPECT_EQ(energy_advice(tree), "take a smaller tree.accuracy, or a smaller integrator.eta");
}

TEST(EnergyDiagnosis, NamesTheClosestPairAndTheShortestStep) {
  for (const IntegratorKind kind : {IntegratorKind::hermite4, IntegratorKind::ahmad_cohen, IntegratorKind::leapfrog}) {
    Options options = default_options(kind);
    options.model.n = 100;
    options.run.threads = 1;
    options.gravity.softening = kind == IntegratorKind::leapfrog ? 0.01 : 0;
    Simulation simulation(options);
    simulation.start();
    const std::string text = energy_diagnosis(simulation, options, Tick{0});
    EXPECT_NE(text.find("the closest pair is stars "), std::string::npos) << text;
    const auto shortest = simulation.integrator().shortest_step();
    ASSERT_TRUE(shortest.has_value());
    EXPECT_GT(shortest->step, 0);
    EXPECT_NE(text.find("is that of star " + std::to_string(value(shortest->star))), std::string::npos) << text;
    EXPECT_NE(text.find(energy_advice(options)), std::string::npos) << text;
    EXPECT_EQ(text.find('\n'), std::string::npos);
  }
}

TEST(EnergyGuard, SeesTheEnergyErrorOfTheLog) {
  for (const IntegratorKind kind : {IntegratorKind::hermite4, IntegratorKind::leapfrog}) {
    Options options = default_options(kind);
    options.model.n = 64;
    options.run.threads = 1;
    options.gravity.softening = 0.01;
    Simulation simulation(options);
    simulation.start();
    const Tick end = Tick::nearest(0.25);
    while (simulation.integrator().next() <= end) simulation.integrator().step();
    const double alone = simulation.energy_error_at(end);
    EXPECT_NE(alone, 0);
    EXPECT_EQ(alone, simulation.energy_error(simulation.report_at(end).energy));
  }
}

}  // namespace
}  // namespace tucana
