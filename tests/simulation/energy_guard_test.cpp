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
  const EnergyGuard guard(guarded(0.1));
  EXPECT_EQ(guard.after(Tick{0}), Tick::nearest(1)) << "eight steps of 1/8";
  EXPECT_EQ(guard.after(Tick::nearest(1)), Tick::nearest(2));
  EXPECT_EQ(guard.after(Tick::nearest(1.3)), Tick::nearest(2));
  Options fixed = guarded(0.1);
  fixed.integrator.steps = StepRule::fixed;
  fixed.integrator.fixed_step = 0x1p-20;
  EXPECT_EQ(EnergyGuard(fixed).after(Tick{0}), Tick::nearest(0.125))
      << "short steps are no reason to look all the time";
}

TEST(EnergyGuard, IsOffByDefault) {
  const EnergyGuard guard{Options{}};
  EXPECT_EQ(guard.after(Tick{0}), Tick::never);
  EXPECT_FALSE(guard.stops_at(1e9));
}

TEST(EnergyGuard, StopsWhatIsBeyondTheLimitAndWhatIsNoNumber) {
  const EnergyGuard guard(guarded(0.1));
  EXPECT_FALSE(guard.stops_at(0.1));
  EXPECT_TRUE(guard.stops_at(0.11));
  EXPECT_TRUE(guard.stops_at(-0.11));
  EXPECT_TRUE(guard.stops_at(std::numeric_limits<double>::quiet_NaN()));
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
