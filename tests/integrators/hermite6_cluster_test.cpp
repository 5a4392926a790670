// The order of the 6th-order scheme where many bodies pull, and what eta means in it.
#include <gtest/gtest.h>

#include "tests/integrators/hermite_fixture.h"

namespace tucana {
namespace {

constexpr double cluster_softening2 = 0.01, end_time = 0.5;

StarsBuffer end_of(const StarsBuffer& start, const HermiteOptions& options) {
  HermiteRun run(6, options, {.kind = "cpu", .precision = Precision::fp64});
  run.integrator.start(start.view());
  run.step_to(end_time);
  return run.stars_at(end_time);
}

double root_mean_distance(const StarsBuffer& a, const StarsBuffer& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += norm2(a.position[i] - b.position[i]);
  return std::sqrt(sum / static_cast<double>(a.size()));
}

HermiteOptions fixed_steps(double step) {
  HermiteOptions options;
  options.steps = StepRule::fixed;
  options.fixed_step = step;
  options.law.eps2 = cluster_softening2;
  return options;
}

TEST(Hermite6Cluster, ConvergesWithTheSixthOrder) {
  const StarsBuffer start = random_cloud(48, 9);
  const StarsBuffer truth = end_of(start, fixed_steps(0x1p-10));
  const double coarse = root_mean_distance(end_of(start, fixed_steps(0x1p-6)), truth);
  const double fine = root_mean_distance(end_of(start, fixed_steps(0x1p-7)), truth);
  const double order = std::log2(coarse / fine);
  RecordProperty("order", std::to_string(order));
  EXPECT_NEAR(order, 6, 0.3) << coarse << " " << fine;
}

TEST(Hermite6Cluster, BlockStepsHaveErrorsThatFallAsTheSixthPowerOfEta) {
  const StarsBuffer start = random_cloud(96, 10);
  const double energy = energy_of(start, cluster_softening2);
  std::vector<double> error;
  for (const double eta : {0.8, 0.4, 0.2}) {
    HermiteOptions options;
    options.eta = eta;
    options.law.eps2 = cluster_softening2;
    error.push_back(std::abs(energy_of(end_of(start, options), cluster_softening2) / energy - 1));
  }
  const double power = std::log2(error[0] / error[2]) / 2;
  RecordProperty("power", std::to_string(power));
  EXPECT_GT(power, 4.5) << error[0] << " " << error[1] << " " << error[2];
  EXPECT_LT(power, 9) << error[0] << " " << error[1] << " " << error[2];
}

}  // namespace
}  // namespace tucana
