#include "tucana/simulation/simulation.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tucana/core/error.h"
#include "tucana/simulation/options/read_options.h"

namespace tucana {
namespace {

constexpr IntegratorKind every_integrator[] = {IntegratorKind::hermite4, IntegratorKind::hermite6,
                                               IntegratorKind::ahmad_cohen, IntegratorKind::leapfrog};

Options small_cluster(IntegratorKind integrator = IntegratorKind::hermite4) {
  Options options = default_options(integrator);
  options.engine.precision = Precision::fp64;
  options.model.n = 200;
  options.run.threads = 2;
  return options;
}

Options softened_cluster(IntegratorKind integrator) {
  Options options = small_cluster(integrator);
  options.gravity.softening = 0.01;
  return options;
}

TEST(Simulation, StartsInHenonUnits) {
  Simulation simulation(small_cluster());
  simulation.start();
  const ClusterReport report = simulation.report_at(Tick{0});
  EXPECT_NEAR(report.energy, -0.25, 1e-14);
  EXPECT_NEAR(report.virial_ratio, 0.5, 1e-14);
  EXPECT_EQ(simulation.energy_error(-0.25 * 1.5), (-0.25 * 1.5 - report.energy) / -report.energy) << "signed";
  EXPECT_NEAR(simulation.units().mass_msun, 200, 1e-10) << "a solar mass a star";
}

TEST(Simulation, EnergyErrorIsSmallForEveryEngineAndIntegrator) {
  for (const char* kind : {"reference", "cpu"}) {
    for (const IntegratorKind integrator : every_integrator) {
      Options options = softened_cluster(integrator);
      options.engine.kind = kind;
      Simulation simulation(options);
      simulation.start();
      const Tick end = simulation.tick_of(0.5);
      while (simulation.integrator().next() <= end) simulation.integrator().step();
      const double error = simulation.energy_error(simulation.report_at(end).energy);
      EXPECT_LT(std::abs(error), integrator == IntegratorKind::leapfrog ? 1e-3 : 2e-6)
          << kind << " " << simulation.integrator().name();
      EXPECT_NE(error, 0) << "the error is computed, not assumed";
    }
  }
}

TEST(Simulation, ComesBackFromAnArchiveWithItsBaseline) {
  for (const IntegratorKind integrator : every_integrator) {
    Simulation one(softened_cluster(integrator));
    one.start();
    for (int block = 0; block < 40; ++block) one.integrator().step();
    MemoryArchive archive;
    one.describe(archive);
    archive.rewind();
    Simulation two(softened_cluster(integrator));
    two.describe(archive);
    EXPECT_EQ(one.energy_error(-0.3), two.energy_error(-0.3));
    const Tick now = one.integrator().now();
    EXPECT_EQ(two.integrator().now(), now);
    EXPECT_EQ(one.report_at(now).energy, two.report_at(now).energy);
  }
}

TEST(Simulation, OneBodyAtRestHasNoError) {
  Options options = small_cluster();
  options.model.n = 1;
  Simulation simulation(options);
  simulation.start();
  for (int block = 0; block < 8; ++block) simulation.integrator().step();
  EXPECT_EQ(simulation.energy_error(simulation.report_at(simulation.integrator().now()).energy), 0);
}

/// Floats hold no square of 1e-25: the run would be without softening, and nobody would know.
TEST(Simulation, WhatFloatsCannotHoldIsRefusedAtTheStart) {
  Options options = small_cluster();
  options.gravity.softening = 1e-25;
  options.engine.precision = Precision::two_float;
  Simulation simulation(options);
  try {
    simulation.start();
    FAIL() << "it started";
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "the square of gravity.softening is 1e-50, below 1.18e-38, which two_float cannot hold; use "
                 "engine.precision = fp64, or other units");
  }
  options.engine.precision = Precision::fp64;
  EXPECT_NO_THROW(Simulation(options).start());
}

}  // namespace
}  // namespace tucana
