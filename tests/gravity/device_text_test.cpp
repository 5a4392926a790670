// The kernel text by itself: it builds without double where double is not asked for, and what the compiler made of it
// is what computes.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "tests/device/capabilities.h"
#include "tests/device/without_double.h"
#include "tests/gravity/bodies.h"
#include "tests/gravity/engines.h"
#include "tucana/device/cuda_compiler.h"
#include "tucana/gravity/device/kernel_set.h"

namespace tucana::test {
namespace {

std::vector<ForceVariant> variants() {
  std::vector<ForceVariant> all;
  all.push_back({.force = true});
  all.push_back({.potential = true});
  all.push_back({.nearest = true, .lists = true});
  all.push_back({.prediction = Prediction::crackle, .force = true, .snap = true, .nearest = true, .lists = true});
  return all;
}

TEST(DeviceText, OnlyFp64NeedsDouble) {
  for (const Precision precision : all_precisions) {
    const bool without = precision != Precision::fp64;
    EXPECT_EQ(builds_without_double(rows_text({precision}, Prediction::crackle)), without) << name_of(precision);
    for (const auto& variant : variants())
      EXPECT_EQ(builds_without_double(pair_sums_text({precision}, variant, 1, true)), without) << name_of(precision);
    EXPECT_EQ(builds_without_double(pair_sums_text({precision}, variants()[0], 4, false)), without);
  }
}

/// The usual variants are compiled, and assembled, for every architecture by tests/bench/kernel_facts_test.cpp; here
/// are the rest.
class CudaText : public testing::TestWithParam<const char*> {};

TEST_P(CudaText, CompilesWithTheNearestWithoutAWord) {
  for (const Precision precision : all_precisions)
    for (const auto& variant : variants()) {
      if (!variant.nearest) continue;
      std::string log;
      const std::string ptx = device::compile_to_ptx(pair_sums_text({precision}, variant, 1, true), GetParam(), &log);
      EXPECT_EQ(log, "") << name_of(precision);
      EXPECT_EQ(ptx.find(".f64") != std::string::npos, precision == Precision::fp64) << name_of(precision);
    }
}

INSTANTIATE_TEST_SUITE_P(For, CudaText, compute_capabilities(), capability_name);

/// The acceleration of one body by another on the stand-in of CUDA's driver.
Vec3 acceleration_by_cuda() {
  Bodies bodies;
  bodies.add(1, {1, 2, 3}, {0.5, 0, 0});
  bodies.add(2, {2, 4, 4});
  SerialWorkers workers;
  const auto engine = make_engine({"cuda", Precision::two_float}, workers);
  const auto sources = make_sources(*engine, bodies);
  auto targets = all_targets(bodies, {});
  engine->evaluate(*sources, {}, targets.targets(), {}, force_and_potential, targets.results()).wait();
  return targets.acceleration[0];
}

TEST(DeviceText, WhatComputesIsThePtx) {
  const Vec3 right = acceleration_by_cuda();
  EXPECT_NEAR(norm(right), 2.0 / 6, 1e-7);
  // There are several copies of the loop over sources, unrolled; one instruction makes the 1/r of this pair.
  int changed = 0;
  for (int k = 1; k <= 16; ++k) {
    const auto edit = "pair_sums:rsqrt.approx.f32:sqrt.approx.f32:" + std::to_string(k);
    ::setenv("CUDA_STAND_IN_EDIT", edit.c_str(), 1);
    changed += norm(acceleration_by_cuda() - right) < 0.1 ? 0 : 1;  // a NaN is a change too
    ::unsetenv("CUDA_STAND_IN_EDIT");
  }
  EXPECT_GE(changed, 1);
  EXPECT_LE(changed, 3) << "not in the copies for leaves without the target";
  EXPECT_EQ(acceleration_by_cuda(), right);
}

}  // namespace
}  // namespace tucana::test
