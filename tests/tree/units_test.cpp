#include <gtest/gtest.h>

#include <cmath>

#include "tests/tree/tree_run.h"

namespace tucana::test {
namespace {

/// Kernels compute in units of their own: forces in other units are those of the first times a number.
TEST(TreeUnits, ScaledLengthsAndMassesGiveScaledForces) {
  const Bodies bodies = resting_bodies(500);
  for (const auto criterion : {OpeningCriterion::angle, OpeningCriterion::multipole, OpeningCriterion::acceleration}) {
    TreeRun first{plain_options(criterion), usual_eps2};
    const Forces one = first.forces(bodies);
    for (const double length : {1e-10, 0x1p-20, 1.0, 0x1p30, 1e10})
      for (const double mass : {1e-10, 0x1p20, 1.0, 1e10}) {
        Bodies scaled = bodies;
        for (double& m : scaled.mass) m *= mass;
        for (Vec3& x : scaled.position) x *= length;
        TreeRun run{plain_options(criterion), usual_eps2 * length * length};
        const Forces got = run.forces(scaled);
        // By powers of two to the bit; else keys and lists may differ by rounding.
        const bool exact =
            std::log2(length) == std::round(std::log2(length)) && std::log2(mass) == std::round(std::log2(mass));
        const double a = mass / (length * length), p = mass / length, allowed = exact ? 0 : 1e-3;
        for (std::size_t i = 0; i < bodies.size(); ++i) {
          ASSERT_LE(norm(got.acceleration[i] * (1 / a) - one.acceleration[i]), allowed * norm(one.acceleration[i]))
              << length << ' ' << mass;
          ASSERT_NEAR(got.potential[i] / p, one.potential[i], allowed * std::abs(one.potential[i]));
        }
      }
  }
}

TEST(TreeUnits, ErrorsAreTheSameInAllUnits) {
  for (const double length : {1e-30, 1e-10, 1e10, 1e30})
    for (const double mass : {1e-30, 1e30}) {
      Bodies bodies = resting_bodies(500);
      for (double& m : bodies.mass) m *= mass;
      for (Vec3& x : bodies.position) x *= length;
      const double soft = usual_eps2 * length * length;
      TreeRun run{all_opened(), soft};
      const TreeErrors errors = errors_of(run.forces(bodies), direct_forces(bodies, soft));
      EXPECT_LT(errors.acceleration, 4e-6) << length << ' ' << mass;
      EXPECT_LT(errors.potential, 4e-6) << length << ' ' << mass;
    }
}

}  // namespace
}  // namespace tucana::test
