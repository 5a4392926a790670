// The leap-frog on devices: the same bits for any number of them, and the places where the processor goes.
#include <gtest/gtest.h>

#include "tests/integrators/leapfrog_fixture.h"

namespace tucana {
namespace {

EngineChoice opencl(std::size_t devices) {
  EngineChoice choice{"opencl", Precision::fp32};
  choice.devices.assign(devices, 0);
  return choice;
}

TEST(LeapfrogOnDevices, GoesWhereTheProcessorGoesWithTheSameBitsForAnyNumber) {
  const StarsBuffer stars = random_cloud(600, 7);
  LeapfrogRun host(softened(0.1)), one(softened(0.1), opencl(1)), two(softened(0.1), opencl(2), 2);
  for (LeapfrogRun* run : {&host, &one, &two}) {
    run->integrator.start(stars.view());
    run->step_to(0.3);
  }
  EXPECT_EQ(one.saved().first_difference(two.saved()), "");
  EXPECT_LT(largest_shift(one.stars_at(0.3), host.stars_at(0.3)), 1e-5);
  EXPECT_EQ(one.stars_at(0.3).position, two.stars_at(0.3).position);
}

}  // namespace
}  // namespace tucana
