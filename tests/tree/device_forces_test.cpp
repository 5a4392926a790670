// The tree on devices: the same errors as on the processor.
#include <gtest/gtest.h>

#include <tuple>

#include "tests/tree/tree_run.h"

namespace tucana::test {
namespace {

constexpr double eps2 = 1e-4;

class DeviceTreeForces : public testing::TestWithParam<std::tuple<OpeningCriterion, ExpansionOrder>> {
 protected:
  TreeRun run(double accuracy) const {
    TreeRun run{plain_options(std::get<0>(GetParam()), std::get<1>(GetParam()), accuracy), eps2};
    run.old_acceleration = sizes_of(exact_.acceleration);
    run.engine = "opencl";
    return run;
  }

  Bodies bodies_ = resting_bodies(1500);
  Forces exact_ = direct_forces(bodies_, eps2);
};

TEST_P(DeviceTreeForces, ErrorVanishesToRoundingWhenAllIsOpened) {
  TreeRun one = run(1e-14);
  const TreeErrors errors = errors_of(one.forces(bodies_), exact_);
  EXPECT_LT(errors.acceleration, 1e-6);
  EXPECT_LT(errors.potential, 1e-6);
  EXPECT_GT(errors.acceleration, 1e-9);
  EXPECT_EQ(one.report.interactions(), bodies_.size() * (bodies_.size() - 1));
}

TEST_P(DeviceTreeForces, ErrorFallsWithTheParameter) {
  const bool angle = std::get<0>(GetParam()) == OpeningCriterion::angle;
  double last = 1;
  std::uint64_t last_pairs = 0;
  for (int i = 0; i < 4; ++i) {
    TreeRun one = run(angle ? std::ldexp(0.8, -i) : std::ldexp(1.0, -3 - 4 * i));
    const double error = typical_error(one.forces(bodies_), exact_);
    EXPECT_LT(error, 0.5 * last) << i;
    EXPECT_GT(one.report.interactions(), last_pairs) << i;
    last = error;
    last_pairs = one.report.interactions();
  }
}

TEST_P(DeviceTreeForces, AreAsGoodAsThoseOfTheProcessor) {
  for (const double accuracy : {0x1p-2, 0x1p-8}) {
    TreeRun device = run(accuracy), cpu = run(accuracy);
    cpu.engine = "cpu";
    cpu.options.group_bodies = 4;  // what few bodies are cut into there
    const double there = typical_error(device.forces(bodies_), exact_),
                 here = typical_error(cpu.forces(bodies_), exact_);
    EXPECT_LT(there, 1.2 * here + 1e-6) << accuracy;
    EXPECT_GT(there, 0.3 * here) << accuracy;
  }
}

TEST_P(DeviceTreeForces, FirstEvaluationIsAsGoodAsLaterOnes) {
  TreeRun later = run(0x1p-8), first = run(0x1p-8);
  first.old_acceleration.clear();
  const double a = typical_error(first.forces(bodies_), exact_), b = typical_error(later.forces(bodies_), exact_);
  EXPECT_LT(a, 1.2 * b + 1e-6);
}

INSTANTIATE_TEST_SUITE_P(Rules, DeviceTreeForces,
                         testing::Combine(testing::Values(OpeningCriterion::angle, OpeningCriterion::multipole,
                                                          OpeningCriterion::acceleration),
                                          testing::Values(ExpansionOrder::monopole, ExpansionOrder::quadrupole)));

}  // namespace
}  // namespace tucana::test
