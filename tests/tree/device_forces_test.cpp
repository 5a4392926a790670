// The tree on devices: the same errors as on the processor.
#include <gtest/gtest.h>

#include <tuple>

#include "tests/tree/tree_run.h"

namespace tucana::test {
namespace {

class DeviceTreeForces : public testing::TestWithParam<std::tuple<OpeningCriterion, ExpansionOrder>> {};

TEST_P(DeviceTreeForces, AreAsGoodAsThoseOfTheProcessor) {
  const Bodies bodies = resting_bodies(1500);
  const Forces exact = direct_forces(bodies, usual_eps2);
  for (const double accuracy : {0x1p-2, 0x1p-8}) {
    TreeRun cpu{plain_options(std::get<0>(GetParam()), std::get<1>(GetParam()), accuracy), usual_eps2};
    cpu.old_acceleration = sizes_of(exact.acceleration);
    cpu.options.group_bodies = 4;  // what few bodies are cut into there
    TreeRun device = cpu;
    device.engine = "opencl";
    const double there = typical_error(device.forces(bodies), exact), here = typical_error(cpu.forces(bodies), exact);
    EXPECT_LT(there, 1.2 * here + 1e-6) << accuracy;
    EXPECT_GT(there, 0.3 * here) << accuracy;
  }
}

INSTANTIATE_TEST_SUITE_P(Rules, DeviceTreeForces,
                         testing::Combine(testing::Values(OpeningCriterion::angle, OpeningCriterion::multipole,
                                                          OpeningCriterion::acceleration),
                                          testing::Values(ExpansionOrder::monopole, ExpansionOrder::quadrupole)));

}  // namespace
}  // namespace tucana::test
