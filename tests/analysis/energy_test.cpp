#include "tucana/analysis/energy.h"

#include <gtest/gtest.h>

#include "tests/models/plain_engine.h"
#include "tucana/core/compensated_sum.h"

namespace tucana {
namespace {

using testing_support::PlainEngine;

// Masses 3 and 1 on a circular orbit, 4 apart: relative speed sqrt(4/4) = 1. All numbers are exact in binary.
StarsBuffer pair_on_a_circle() {
  StarsBuffer stars;
  stars.resize(2);
  stars.number_from_one();
  stars.mass = {3, 1};
  stars.position = {{1, 0, 0}, {-3, 0, 0}};
  stars.velocity = {{0, 0.25, 0}, {0, -0.75, 0}};
  return stars;
}

TEST(Energy, CircularPairIsExact) {
  PlainEngine engine;
  const StarsBuffer stars = pair_on_a_circle();
  const Energies e = energies(stars.view(), {}, engine);
  EXPECT_EQ(e.kinetic, 0.375);
  EXPECT_EQ(e.potential, -0.75);
  EXPECT_FALSE(e.external.has_value());
  EXPECT_EQ(e.total(), -0.375);  // -m1 m2 / (2 a)
  EXPECT_EQ(e.virial_ratio(), 0.5);
  EXPECT_EQ(angular_momentum(stars.view()), (Vec3{0, 0, 3}));  // reduced mass 3/4, a v = 4
  EXPECT_EQ(centre_of_mass(stars.view()).position, Vec3{});
  EXPECT_DOUBLE_EQ(energies(stars.view(), {9}, engine).potential, -0.6);  // r^2 + eps^2 = 25
}

TEST(Energy, MovesWithTheFrame) {
  StarsBuffer stars = pair_on_a_circle();
  for (Vec3& x : stars.position) x += {8, -16, 0};
  for (Vec3& v : stars.velocity) v += {0, 0, 2};
  EXPECT_EQ(centre_of_mass(stars.view()).position, (Vec3{8, -16, 0}));
  EXPECT_EQ(centre_of_mass(stars.view()).velocity, (Vec3{0, 0, 2}));
  EXPECT_EQ(kinetic_energy(stars.view()), 0.375 + 0.5 * 4 * 4);
  EXPECT_EQ(angular_momentum(stars.view()), (Vec3{4 * -32, 4 * -16, 3}));
}

TEST(Energy, NothingAndTracersGiveFiniteNumbers) {
  PlainEngine engine;
  EXPECT_EQ(energies(Stars{}, {}, engine).total(), 0);
  EXPECT_EQ(centre_of_mass(Stars{}).position, Vec3{});
  StarsBuffer stars = pair_on_a_circle();
  stars.mass = {0, 0};
  EXPECT_EQ(energies(stars.view(), {}, engine).virial_ratio(), 0);
  EXPECT_EQ(centre_of_mass(stars.view()).position, (Vec3{-1, 0, 0}));
}

TEST(CompensatedSum, KeepsWhatPlainSummationLoses) {
  CompensatedSum sum;
  for (const double x : {1e16, 1.0, 1.0, -1e16, 0x1p-60}) sum.add(x);
  EXPECT_EQ(sum.value(), 2);
  CompensatedSum tenths;
  for (int i = 0; i < 1000000; ++i) tenths.add(0.1);
  EXPECT_EQ(tenths.value(), 100000.0);
}

}  // namespace
}  // namespace tucana
