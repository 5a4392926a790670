// The same bits for any number of threads, any output cadence, and after a restart.
#include <gtest/gtest.h>

#include "tests/integrators/kinds.h"

namespace tucana {
namespace {

class IntegratorBits : public testing::TestWithParam<std::tuple<IntegratorKindCase, Precision>> {
 protected:
  const IntegratorKindCase& kind() const { return std::get<0>(GetParam()); }
  Precision precision() const { return std::get<1>(GetParam()); }
  KindRun make(int threads = 1) const { return make(kind().options, threads); }
  KindRun make(const HermiteOptions& options, int threads = 1) const {
    return {kind(), options, {.kind = "cpu", .precision = precision(), .simd = "best"}, threads};
  }
};

TEST_P(IntegratorBits, DoNotDependOnThreads) {
  const StarsBuffer stars = random_cloud(700, 1);  // three leaves, the last one partly filled
  std::vector<MemoryArchive> ends;
  for (const int threads : {1, 2, 3}) {
    KindRun run = make(threads);
    run.integrator.start(stars.view());
    for (int block = 0; block < 150; ++block) run.integrator.step();
    ends.push_back(run.saved());
  }
  EXPECT_EQ(ends[0].first_difference(ends[1]), "");
  EXPECT_EQ(ends[0].first_difference(ends[2]), "");
}

TEST_P(IntegratorBits, DoNotDependOnWhoLooksAndWhen) {
  const StarsBuffer stars = random_cloud(300, 2);
  KindRun quiet = make(), watched = make();
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
  EXPECT_EQ(quiet.saved().first_difference(watched.saved()), "");
}

TEST_P(IntegratorBits, GoOnAfterARestart) {
  const StarsBuffer stars = random_cloud(300, 3);
  KindRun whole = make(), first = make();
  whole.integrator.start(stars.view());
  first.integrator.start(stars.view());
  for (int block = 0; block < 77; ++block) first.integrator.step();
  MemoryArchive checkpoint = first.saved();
  checkpoint.rewind();
  KindRun second = make(3);
  second.integrator.describe(checkpoint);
  for (int block = 0; block < 200; ++block) whole.integrator.step();
  for (int block = 77; block < 200; ++block) second.integrator.step();
  EXPECT_EQ(whole.saved().first_difference(second.saved()), "");
}

// The trial step of a peek is a real step, not a prediction: its energy is as good as the run's.
TEST_P(IntegratorBits, PeekBetweenBlocksConservesEnergy) {
  StarsBuffer stars = random_cloud(200, 4);
  KindRun run = make(kind().softened(1e-4));
  run.integrator.start(stars.view());
  run.step_to(0.3);
  const double time = 0.3;  // not on the grid of block times
  const double start = energy_of(stars, 1e-4);
  const double tolerance = kind().order == 2 ? 1e-3 : precision() == Precision::fp64 ? 2e-6 : 2e-5;
  EXPECT_NEAR(energy_of(run.stars_at(time), 1e-4) / start, 1, tolerance);
}

INSTANTIATE_TEST_SUITE_P(
    Integrators, IntegratorBits,
    testing::Combine(testing::ValuesIn(all_integrator_kinds()),
                     testing::Values(Precision::fp64, Precision::extended, Precision::two_float, Precision::fp32)),
    [](const auto& one) { return std::get<0>(one.param).name + "_" + std::string(name_of(std::get<1>(one.param))); });

}  // namespace
}  // namespace tucana
