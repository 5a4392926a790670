// What `bench direct` says besides times.
#include "bench/direct.h"

#include <gtest/gtest.h>

#include "tucana/core/error.h"

namespace tucana::bench {
namespace {

DirectBenchOptions small() {
  DirectBenchOptions options;
  options.n = 600;
  options.precisions = {Precision::fp64, Precision::fp32};
  options.threads = {1};
  options.rounds = 1;
  return options;
}

void expect_errors_of_rounding(const DirectBenchReport& report) {
  ASSERT_EQ(report.results.size(), 2u);
  for (const DirectBenchResult& result : report.results) {
    const bool is_double = result.precision == "fp64";
    EXPECT_GT(result.acc_error_median, is_double ? 1e-17 : 1e-9) << result.precision;
    EXPECT_LT(result.acc_error_max, is_double ? 1e-14 : 1e-4) << result.precision;
  }
}

TEST(DirectBench, MeasuresErrors) { expect_errors_of_rounding(run_direct_bench(small())); }

TEST(DirectBench, MeasuresErrorsOfWhatFarOnlyLeaves) {
  DirectBenchOptions options = small();
  options.neighbours = 30;
  options.far_only = true;
  expect_errors_of_rounding(run_direct_bench(options));
}

TEST(DirectBench, RefusesNeighboursWithoutRadius) {
  DirectBenchOptions options = small();
  for (const int wrong : {-1, 600}) {
    options.neighbours = wrong;
    EXPECT_THROW(run_direct_bench(options), InputError) << wrong;
  }
  options.neighbours = 0;
  options.far_only = true;
  EXPECT_THROW(run_direct_bench(options), InputError);
}

}  // namespace
}  // namespace tucana::bench
