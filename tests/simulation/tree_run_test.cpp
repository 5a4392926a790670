#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>

#include "tucana/core/error.h"
#include "tucana/simulation/options/read_options.h"
#include "tucana/simulation/simulation.h"

namespace tucana {
namespace {

Options galaxy(const std::string& engine, int threads = 2) {
  Options options = default_options(IntegratorKind::leapfrog, GravityMethod::tree);
  options.engine.kind = engine;
  if (engine != "cpu") options.engine.devices = {0};
  options.gravity.softening = 0.02;
  options.model.n = 1500;
  options.run.threads = threads;
  return options;
}

void steps(Simulation& simulation, int count) {
  for (int k = 0; k < count; ++k) simulation.integrator().step();
}

MemoryArchive state_of(Simulation& simulation) {
  MemoryArchive archive;
  simulation.integrator().describe(archive);
  return archive;
}

/// On what engine.
class TreeRun : public testing::TestWithParam<const char*> {
 protected:
  static Options galaxy(int threads = 2) { return tucana::galaxy(GetParam(), threads); }
};
INSTANTIATE_TEST_SUITE_P(On, TreeRun, testing::Values("cpu", "opencl"),
                         [](const auto& of) { return std::string(of.param); });

TEST_P(TreeRun, ConservesEnergy) {
  Options options = galaxy();
  options.tree.accuracy = 0x1p-10;
  Simulation simulation(options);
  simulation.start();
  const Tick end = simulation.tick_of(2);
  while (simulation.integrator().next() <= end) simulation.integrator().step();
  const double error = simulation.energy_error(simulation.report_at(end).energy);
  EXPECT_LT(std::abs(error), 2e-3);
  EXPECT_NE(error, 0);
}

TEST_P(TreeRun, HasTheSameBitsForAnyNumberOfThreadsAndDevices) {
  Options divided = galaxy(3);
  if (divided.engine.kind != "cpu") divided.engine.devices = {0, 0};
  Simulation one(galaxy(1)), three(divided);
  one.start(), three.start();
  steps(one, 60), steps(three, 60);
  EXPECT_EQ(state_of(one).first_difference(state_of(three)), "");
}

TEST_P(TreeRun, IsNotChangedByLooking) {
  Simulation quiet(galaxy()), watched(galaxy());
  quiet.start(), watched.start();
  for (int k = 0; k < 60; ++k) {
    steps(quiet, 1), steps(watched, 1);
    const Tick now = watched.integrator().now(), next = watched.integrator().next();
    watched.report_at(now);
    watched.stars_at(Tick{(now.n + next.n) / 2});
  }
  EXPECT_EQ(state_of(quiet).first_difference(state_of(watched)), "");
}

TEST_P(TreeRun, GoesOnWithTheSameBitsFromAnyBlock) {
  Simulation whole(galaxy());
  whole.start();
  // Between two builds of the tree as well as at one.
  for (int start = 0; start < 24; start += 5) {
    MemoryArchive archive;
    whole.describe(archive);
    archive.rewind();
    Simulation part(galaxy());
    part.describe(archive);
    steps(whole, 5), steps(part, 5);
    ASSERT_EQ(state_of(whole).first_difference(state_of(part)), "") << start;
  }
}

TEST_P(TreeRun, RepeatsWhatItsRecordSays) {
  Simulation counted(galaxy());
  counted.start();
  steps(counted, 80);
  const std::string record = counted.integrator().tuning_record();
  EXPECT_GT(tuning_record_from(record, "record").built.size(), 1u) << "the tree was built again";
  EXPECT_LT(tuning_record_from(record, "record").built.size(), 81u) << "and not every time";

  const std::string file = testing::TempDir() + "tucana_tuning_record.jsonl";
  std::ofstream(file) << record;
  Options options = galaxy(1);
  options.tree.tuning = TuningMode::pinned;
  options.tree.tuning_record = file;
  Simulation pinned(options);
  pinned.start();
  steps(pinned, 80);
  EXPECT_EQ(pinned.integrator().tuning_record(), record);
  const Tick now = counted.integrator().now();
  ASSERT_EQ(pinned.integrator().now(), now);
  const SharedStars of_counted = counted.stars_at(now), of_pinned = pinned.stars_at(now);
  const Stars a = of_counted->view(), b = of_pinned->view();
  EXPECT_TRUE(std::ranges::equal(a.position, b.position) && std::ranges::equal(a.velocity, b.velocity));

  options.model.n = 100;
  Simulation other(options);
  EXPECT_THROW(other.start(), InputError) << "a record of other bodies";
}

void expect_refused(std::vector<std::string> settings, const std::string& words) {
  settings.insert(settings.begin(), {"gravity.method=tree", "gravity.softening=0.01"});
  try {
    resolve_options(std::nullopt, settings);
    ADD_FAILURE() << words << " was not said";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
  }
}

TEST(TreeRunOptions, RefusesWhatItCannotDo) {
  expect_refused({"integrator.kind=hermite4"}, "gives no jerks; set integrator.kind = leapfrog");
  expect_refused({"engine.kind=reference"}, "take cpu, opencl, cuda or auto");
  expect_refused({"engine.precision=fp64"}, "leave engine.precision out");
  expect_refused({"tree.tuning=pinned"}, "needs tree.tuning_record");
  expect_refused({"tree.tuning_record=a"}, "set tree.tuning = pinned");
  expect_refused({"tree.accuracy=0"}, "tree.accuracy = 0 is not > 0");
  expect_refused({"tree.accuracy=1.5"}, "is not <= 1");
  expect_refused({"gravity.softening=0"}, "softening");
}

TEST(TreeRunOptions, TakesTheLeapfrogByItself) {
  const std::array<std::string, 2> words{"gravity.method=tree", "gravity.softening=0.01"};
  const Options options = resolve_options(std::nullopt, words);
  EXPECT_EQ(options.integrator.kind, IntegratorKind::leapfrog);
  EXPECT_EQ(options.integrator.eta, 0.025);
  EXPECT_EQ(options.engine.precision, Precision::fp32);
}

}  // namespace
}  // namespace tucana
