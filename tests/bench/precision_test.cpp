// The statement of Goz et al. 2018 (figures 1 and 2), small: with its state in float a run drifts, with pairs of floats
// it stays where double precision does.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "bench/precision_bench.h"
#include "tucana/core/error.h"

namespace tucana::bench {
namespace {

PrecisionBenchOptions small() {
  PrecisionBenchOptions options;
  options.n = 256;
  options.to = 2;
  return options;
}

TEST(PrecisionBench, SingleDriftsAndExtendedStaysFlat) {
  const PrecisionReport report = run_precision_bench(small());
  ASSERT_EQ(report.runs.size(), 3u);
  const PrecisionRun &fp64 = report.runs[0], &extended = report.runs[1], &fp32 = report.runs[2];
  for (const PrecisionRun& run : report.runs) {
    EXPECT_EQ(run.points.size(), 33u) << run.precision;
    EXPECT_EQ(run.steps, 256u) << run.precision;
    EXPECT_EQ(run.points.front().energy_error, 0) << run.precision;
    EXPECT_EQ(run.points.back().time, 2) << run.precision;
  }
  EXPECT_EQ(fp64.precision, "fp64");
  EXPECT_EQ(extended.precision, "extended");
  EXPECT_EQ(fp32.precision, "fp32");
  // All of it truncation.
  EXPECT_GT(fp64.largest_energy_error(), 1e-13);
  EXPECT_LT(fp64.largest_energy_error(), 1e-10);
  EXPECT_LT(extended.largest_energy_error(), 2 * fp64.largest_energy_error());
  EXPECT_GT(fp32.largest_energy_error(), 300 * extended.largest_energy_error());
  EXPECT_LT(fp32.largest_energy_error(), 1e-5);
  EXPECT_LT(extended.largest_angular_momentum_error(), 2 * fp64.largest_angular_momentum_error());
  EXPECT_GT(fp32.largest_angular_momentum_error(), 10000 * extended.largest_angular_momentum_error());
}

TEST(PrecisionBench, ReportsEveryLook) {
  PrecisionBenchOptions options = small();
  options.n = 16;
  options.to = 0.5;
  options.interval = 0.1;  // off the steps: looks where the last step ended
  options.precisions = {Precision::fp32};
  const auto json = nlohmann::json::parse(to_json(run_precision_bench(options)));
  EXPECT_EQ(json["softening"], options.softening);
  EXPECT_EQ(json["step"], options.step);
  ASSERT_EQ(json["results"].size(), 6u);
  EXPECT_EQ(json["results"][1]["time"], 0.09375);
  EXPECT_EQ(json["results"][5]["time"], 0.5);
}

TEST(PrecisionBench, RefusesWhatHasItsStateInDouble) {
  PrecisionBenchOptions options = small();
  options.engine = "cpu";
  EXPECT_THROW(run_precision_bench(options), InputError);
  options = small();
  options.precisions = {Precision::fp64, Precision::two_float};
  EXPECT_THROW(run_precision_bench(options), InputError);
  options = small();
  options.to = 0;
  EXPECT_THROW(run_precision_bench(options), InputError);
  options = small();
  options.step = 4;
  EXPECT_THROW(run_precision_bench(options), InputError);
}

}  // namespace
}  // namespace tucana::bench
