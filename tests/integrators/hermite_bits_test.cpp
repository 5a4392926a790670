// The same bits for any number of threads, any output cadence, and after a restart.
#include <gtest/gtest.h>

#include "tests/integrators/hermite_fixture.h"

namespace tucana {
namespace {

class HermiteBits : public testing::TestWithParam<std::tuple<int, Precision>> {
 protected:
  int order() const { return std::get<0>(GetParam()); }
  Precision precision() const { return std::get<1>(GetParam()); }
  HermiteRun make(int threads = 1) const { return make(hermite_options(order()), threads); }
  HermiteRun make(const HermiteOptions& options, int threads = 1) const {
    return {order(), options, {.kind = "cpu", .precision = precision(), .simd = "best"}, threads};
  }
};

TEST_P(HermiteBits, DoNotDependOnThreads) {
  const StarsBuffer stars = random_cloud(700, 1);  // three leaves, the last one partly filled
  std::vector<MemoryArchive> ends;
  for (const int threads : {1, 2, 3}) {
    HermiteRun run = make(threads);
    run.integrator.start(stars.view());
    for (int block = 0; block < 150; ++block) run.integrator.step();
    ends.push_back(run.saved());
  }
  EXPECT_EQ(ends[0].first_difference(ends[1]), "");
  EXPECT_EQ(ends[0].first_difference(ends[2]), "");
}

TEST_P(HermiteBits, DoNotDependOnWhoLooksAndWhen) {
  const StarsBuffer stars = random_cloud(300, 2);
  HermiteRun quiet = make(), watched = make();
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

TEST_P(HermiteBits, GoOnAfterARestart) {
  const StarsBuffer stars = random_cloud(300, 3);
  HermiteRun whole = make(), first = make();
  whole.integrator.start(stars.view());
  first.integrator.start(stars.view());
  for (int block = 0; block < 77; ++block) first.integrator.step();
  MemoryArchive checkpoint = first.saved();
  checkpoint.rewind();
  HermiteRun second = make(3);
  second.integrator.describe(checkpoint);
  for (int block = 0; block < 200; ++block) whole.integrator.step();
  for (int block = 77; block < 200; ++block) second.integrator.step();
  EXPECT_EQ(whole.saved().first_difference(second.saved()), "");
}

// The trial step of a peek is a real step, not a prediction: its energy is as good as the run's.
TEST_P(HermiteBits, PeekBetweenBlocksConservesEnergy) {
  StarsBuffer stars = random_cloud(200, 4);
  HermiteOptions options = hermite_options(order());
  options.law.eps2 = 1e-4;
  HermiteRun run = make(options);
  run.integrator.start(stars.view());
  run.step_to(0.3);
  const double time = 0.3;  // not on the grid of block times
  const double start = energy_of(stars, 1e-4);
  const double tolerance = order() == 2 ? 1e-3 : precision() == Precision::fp64 ? 2e-6 : 2e-5;
  EXPECT_NEAR(energy_of(run.stars_at(time), 1e-4) / start, 1, tolerance);
}

INSTANTIATE_TEST_SUITE_P(Schemes, HermiteBits,
                         testing::Combine(testing::Values(2, 4, 6),
                                          testing::Values(Precision::fp64, Precision::extended, Precision::two_float,
                                                          Precision::fp32)),
                         [](const auto& param) {
                           return "order" + std::to_string(std::get<0>(param.param)) + "_" +
                                  std::string(name_of(std::get<1>(param.param)));
                         });

}  // namespace
}  // namespace tucana
