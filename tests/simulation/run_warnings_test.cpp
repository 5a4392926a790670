#include "tucana/simulation/run_warnings.h"

#include <gtest/gtest.h>

#include "tucana/simulation/options/idle_options.h"
#include "tucana/simulation/options/option_table.h"
#include "tucana/simulation/options/read_options.h"

namespace tucana {
namespace {

using Lines = std::vector<std::string>;

Lines idle(const Lines& settings) {
  const Options options = resolve_options(std::nullopt, settings);
  return idle_options(options, default_options(options.integrator.kind, options.gravity.method), settings);
}

TEST(IdleOptions, AreNamedWithWhatTheyNeed) {
  EXPECT_EQ(idle({"integrator.step=0.25"}),
            Lines{"integrator.step = 0.25 does nothing here: it needs integrator.steps = fixed"});
  EXPECT_EQ(idle({"model.w0=6"}), Lines{"model.w0 = 6 does nothing here: it needs model.kind = king"})
      << "though it is the default";
  EXPECT_EQ(idle({"tree.accuracy=0.001"}),
            Lines{"tree.accuracy = 0.001 does nothing here: it needs gravity.method = tree"});
  EXPECT_EQ(idle({"engine.devices=[0]"}),
            Lines{"engine.devices = [0] does nothing here: it needs engine.kind = opencl or cuda"});
  EXPECT_EQ(idle({"integrator.neighbours=20", "integrator.eta_regular=0.02"}).size(), 2U);
}

TEST(IdleOptions, ThoseThatActAreNot) {
  EXPECT_EQ(idle({}), Lines{});
  EXPECT_EQ(idle({"integrator.step=0.25", "integrator.steps=fixed"}), Lines{});
  EXPECT_EQ(idle({"model.kind=king", "model.w0=3"}), Lines{});
  EXPECT_EQ(idle({"gravity.method=tree", "gravity.softening=0.01", "tree.accuracy=0.001"}), Lines{});
  EXPECT_EQ(idle({"engine.kind=opencl", "engine.devices=[0]"}), Lines{});
  EXPECT_EQ(idle({"integrator.kind=ahmad_cohen", "integrator.neighbours=20"}), Lines{});
}

/// Defaults that depend on the integrator are nobody's choice, and a file may name every option.
TEST(IdleOptions, DefaultsAreSilent) {
  for (const IntegratorKind kind :
       {IntegratorKind::hermite4, IntegratorKind::hermite6, IntegratorKind::ahmad_cohen, IntegratorKind::leapfrog}) {
    const Options options = default_options(kind);
    EXPECT_EQ(idle_options(options, options, {}), Lines{});
  }
  Options changed;
  changed.integrator.fixed_step = 0.25;
  EXPECT_EQ(idle_options(changed, Options{}, {}).size(), 1U) << "from a file, and not the default";
}

TEST(IdleOptions, EveryConditionSaysWhatItNeeds) {
  std::size_t conditions = 0;
  for (const OptionEntry& entry : option_table()) {
    if (entry.only_with.holds == nullptr) continue;
    EXPECT_NE(entry.only_with.text, "") << entry.name;
    ++conditions;
  }
  EXPECT_GT(conditions, 20U);
}

TEST(PhysicsWarnings, GoodRunsGetNone) {
  for (const IntegratorKind kind :
       {IntegratorKind::hermite4, IntegratorKind::hermite6, IntegratorKind::ahmad_cohen, IntegratorKind::leapfrog}) {
    EXPECT_EQ(physics_warnings(default_options(kind), false), Lines{});
  }
  Options galaxy = default_options(IntegratorKind::leapfrog, GravityMethod::tree);
  galaxy.model.kind = ModelKind::m31;
  galaxy.gravity.softening = 0.05;
  EXPECT_EQ(physics_warnings(galaxy, true), Lines{});
}

TEST(PhysicsWarnings, LongStepsAndGalaxiesWithoutSoftening) {
  Options options;
  options.integrator.eta = 1;
  ASSERT_EQ(physics_warnings(options, false).size(), 1U);
  EXPECT_NE(physics_warnings(options, false)[0].find("integrator.eta = 1"), std::string::npos);
  options.integrator.steps = StepRule::fixed;
  EXPECT_EQ(physics_warnings(options, false), Lines{}) << "of no account there";
  Options galaxy;
  galaxy.model.kind = ModelKind::m31;
  ASSERT_EQ(physics_warnings(galaxy, false).size(), 1U);
  EXPECT_NE(physics_warnings(galaxy, false)[0].find("gravity.softening"), std::string::npos);
  EXPECT_EQ(physics_warnings(Options{}, true).size(), 1U) << "a snapshot with halo bodies";
}

TEST(PhysicsWarnings, StarsAboutAPointMass) {
  const auto count = [](const Lines& settings) {
    return physics_warnings(resolve_options(std::nullopt, settings), false).size();
  };
  EXPECT_EQ(count({"field.kind=point_mass"}), 1U);
  EXPECT_EQ(count({"field.kind=ngc4372"}), 1U);
  EXPECT_EQ(count({"field.kind=point_mass", "field.orbit_radius=20"}), 0U);
  EXPECT_EQ(count({"field.kind=point_mass", "field.orbit_position=8, 0, 0 kpc", "field.orbit_velocity=0, 200, 0 km/s"}),
            0U);
  EXPECT_EQ(count({"field.kind=plummer", "field.radius=0.01"}), 0U);
  EXPECT_EQ(count({"field.kind=point_mass", "model.kind=file", "model.file=stars.csv"}), 0U) << "which may be anywhere";
}

TEST(PhysicsWarnings, AGuardInAFieldThatChangesMayStopWithoutAFault) {
  const auto count = [](const Lines& settings) {
    return physics_warnings(resolve_options(std::nullopt, settings), false).size();
  };
  EXPECT_EQ(count({"field.kind=plummer", "field.change=decay", "guard.interval=8"}), 1U);
  EXPECT_EQ(count({"field.kind=tide", "guard.interval=8"}), 0U) << "the energy in a tide is Jacobi's integral";
  EXPECT_EQ(count({"field.kind=plummer", "guard.interval=8"}), 0U);
  EXPECT_EQ(count({"field.kind=plummer", "field.change=decay"}), 0U);
}

}  // namespace
}  // namespace tucana
