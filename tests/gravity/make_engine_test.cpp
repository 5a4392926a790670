#include "tucana/gravity/make_engine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "tests/gravity/engines.h"
#include "tucana/core/error.h"
#include "tucana/gravity/cpu/work_plan.h"
#include "tucana/gravity/leaf_tree.h"

namespace tucana::test {
namespace {

std::string message_of(const EngineChoice& choice) {
  SerialWorkers workers;
  try {
    make_engine(choice, workers);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(MakeEngine, NamesWhatExists) {
  EXPECT_NE(message_of({"gpu", Precision::fp64, "best"}).find("cpu"), std::string::npos);
  EXPECT_NE(message_of({"reference", Precision::fp32, "best"}).find("fp64"), std::string::npos);
  EXPECT_NE(message_of({"cpu", Precision::fp32, "MMX"}).find(supported_simd_levels().back()), std::string::npos);
}

TEST(MakeEngine, CallsAvx512ByItsNameAndUnderstandsThatOfHighway) {
  const auto levels = supported_simd_levels();
  EXPECT_EQ(std::count(levels.begin(), levels.end(), "AVX3"), 0);
  const bool is_here = std::count(levels.begin(), levels.end(), "AVX-512") == 1;
  for (const char* name : {"AVX-512", "AVX3"}) {
    const std::string message = message_of({"cpu", Precision::fp32, name});
    EXPECT_EQ(message.empty(), is_here) << message;
    EXPECT_TRUE(is_here || message.find(name) != std::string::npos) << message;
  }
}

TEST(MakeEngine, DescribesItself) {
  SerialWorkers workers;
  const std::string best = supported_simd_levels().front();
  const auto engine = make_engine({"cpu", Precision::two_float, "best"}, workers);
  EXPECT_EQ(engine->description(), "cpu two_float " + best + " 1 thread");
  EXPECT_EQ(engine->arithmetic_class().find("cpu two_float " + best + " "), 0u);
  EXPECT_EQ(engine->precision(), Precision::two_float);
}

/// Adjacent pairs bottom-up, an odd last one passes up: the definition, level by level.
double level_by_level(std::vector<double> sums) {
  while (sums.size() > 1) {
    std::vector<double> next;
    for (std::size_t i = 0; i + 1 < sums.size(); i += 2) next.push_back(sums[i] + sums[i + 1]);
    if (sums.size() % 2 == 1) next.push_back(sums.back());
    sums = next;
  }
  return sums.empty() ? 0 : sums[0];
}

double tree_sum(const std::vector<double>& values, std::size_t range) {
  LeafTree ranges, leaves;
  ranges.clear(1);
  for (std::size_t first = 0; first < values.size(); first += range) {
    leaves.clear(1);
    std::vector<PairSums> sums(1);
    for (std::size_t i = first; i < std::min(first + range, values.size()); ++i) {
      const auto to = i % 3 == 0 ? std::span(sums) : leaves.room(sums);  // both ways are open
      to[0] = {};
      to[0].potential = values[i];
      leaves.push(to);
    }
    leaves.finish(sums);
    ranges.push(sums);
  }
  std::vector<PairSums> total(1);
  ranges.finish(total);
  return total[0].potential;
}

TEST(LeafTree, HasTheFixedShapeForEveryCut) {
  std::vector<double> values;
  for (int n = 0; n <= 70; ++n) {
    for (const std::size_t range : {1, 2, 4, 8, 64}) EXPECT_EQ(tree_sum(values, range), level_by_level(values)) << n;
    values.push_back(std::sin(n) * std::pow(10.0, n % 17));  // sums of these depend on their order
  }
  double plain = 0;
  for (const double v : values) plain += v;
  EXPECT_NE(plain, level_by_level(values));
}

TEST(WorkPlan, CoversAllLeavesInAlignedRanges) {
  for (const std::size_t leaves : {1, 2, 3, 11, 64, 65})
    for (const std::size_t targets : {1, 32, 33, 1000})
      for (const std::size_t workers : {1, 2, 3, 16}) {
        const auto plan = cpu::WorkPlan::make(targets, leaves, workers);
        EXPECT_TRUE(std::has_single_bit(plan.range_leaves));
        EXPECT_GE(plan.ranges * plan.range_leaves, leaves);
        EXPECT_LT((plan.ranges - 1) * plan.range_leaves, leaves);
        EXPECT_TRUE(plan.serial || workers > 1);
      }
  EXPECT_TRUE(cpu::WorkPlan::make(8, 4, 2).serial) << "8 bodies of 1000 are done before a thread wakes up";
  EXPECT_FALSE(cpu::WorkPlan::make(1, 512, 2).serial) << "one body among 131072 is worth it";
}

}  // namespace
}  // namespace tucana::test
