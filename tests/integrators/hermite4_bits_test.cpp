// The same bits for any number of threads, any output cadence, and after a restart.
#include <gtest/gtest.h>

#include "tests/integrators/hermite4_fixture.h"

namespace tucana {
namespace {

class Hermite4Bits : public testing::TestWithParam<Precision> {
 protected:
  EngineChoice choice() const { return {.kind = "cpu", .precision = GetParam(), .simd = "best"}; }
  static MemoryArchive state(Hermite4Run& run) {
    MemoryArchive archive;
    run.integrator.describe(archive);
    return archive;
  }
};

TEST_P(Hermite4Bits, DoNotDependOnThreads) {
  const StarsBuffer stars = random_cloud(700, 1);  // three leaves, the last one partly filled
  std::vector<MemoryArchive> ends;
  for (const int threads : {1, 2, 3}) {
    Hermite4Run run({}, choice(), threads);
    run.integrator.start(stars.view());
    for (int block = 0; block < 150; ++block) run.integrator.step();
    ends.push_back(state(run));
  }
  EXPECT_EQ(ends[0].first_difference(ends[1]), "");
  EXPECT_EQ(ends[0].first_difference(ends[2]), "");
}

TEST_P(Hermite4Bits, DoNotDependOnWhoLooksAndWhen) {
  const StarsBuffer stars = random_cloud(300, 2);
  Hermite4Run quiet({}, choice()), watched({}, choice());
  quiet.integrator.start(stars.view());
  watched.integrator.start(stars.view());
  StarsBuffer seen;
  for (int block = 0; block < 200; ++block) {
    quiet.integrator.step();
    watched.integrator.step();
    if (block % 3 == 0) {
      const Tick between{(watched.integrator.now().n + watched.integrator.next().n) / 2};
      watched.integrator.peek(between, seen);
    }
  }
  EXPECT_EQ(state(quiet).first_difference(state(watched)), "");
}

TEST_P(Hermite4Bits, GoOnAfterARestart) {
  const StarsBuffer stars = random_cloud(300, 3);
  Hermite4Run whole({}, choice()), first({}, choice());
  whole.integrator.start(stars.view());
  first.integrator.start(stars.view());
  for (int block = 0; block < 77; ++block) first.integrator.step();
  MemoryArchive checkpoint = state(first);
  checkpoint.rewind();
  Hermite4Run second({}, choice(), 3);
  second.integrator.describe(checkpoint);
  for (int block = 0; block < 200; ++block) whole.integrator.step();
  for (int block = 77; block < 200; ++block) second.integrator.step();
  EXPECT_EQ(state(whole).first_difference(state(second)), "");
}

// The trial step of a peek is a real 4th-order step, not a prediction: its energy is as good as the run's.
TEST_P(Hermite4Bits, PeekBetweenBlocksConservesEnergy) {
  StarsBuffer stars = random_cloud(200, 4);
  HermiteOptions options;
  options.law.eps2 = 1e-4;
  Hermite4Run run(options, choice());
  run.integrator.start(stars.view());
  run.step_to(0.3);
  const double time = 0.3;  // not on the grid of block times
  const double start = energy_of(stars, 1e-4);
  EXPECT_NEAR(energy_of(run.stars_at(time), 1e-4) / start, 1, GetParam() == Precision::fp64 ? 2e-6 : 2e-5);
}

INSTANTIATE_TEST_SUITE_P(Precisions, Hermite4Bits,
                         testing::Values(Precision::fp64, Precision::two_float, Precision::fp32),
                         [](const auto& param) { return std::string(name_of(param.param)); });

}  // namespace
}  // namespace tucana
