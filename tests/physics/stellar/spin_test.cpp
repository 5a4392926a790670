#include "tucana/physics/stellar/spin.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tucana/physics/stellar/sse_provider.h"

namespace tucana::stellar {
namespace {

Star sun() {
  Star star;
  star.mass = 1;
  star.radius = 1;
  star.luminosity = 1;
  star.spin = 100;
  return star;
}

TEST(Spin, StartsAsLangFound) {
  // v = 330 M^3.3 / (15 + M^3.45) km/s; 45.35 turns km/s and Rsun into 1/yr.
  EXPECT_NEAR(initial_spin(1, 1), 45.35 * 330 / 16, 1e-9);
}

// Without braking and wind the angular momentum stays.
TEST(Spin, IsConservedWhenTheStarExpands) {
  Star before = sun(), after = sun();
  before.mass = after.mass = 3;
  after.radius = 2;
  EXPECT_NEAR(spin_after(before, after, 10), before.spin / 4, 1e-12);
}

// d(spin)/dt = -c spin^3 has the solution that a thousand short steps approach and that one step has at once.
TEST(Spin, BrakingIsSolvedExactly) {
  const Star star = sun();
  Star many = star;
  for (int i = 0; i < 1000; ++i) many.spin = spin_after(many, many, 1);
  EXPECT_NEAR(spin_after(star, star, 1000), many.spin, 1e-9 * many.spin);
  EXPECT_LT(many.spin, star.spin);
}

TEST(Spin, WindsCarryItAway) {
  Star before = sun(), after = sun();
  before.mass = 3;
  after.mass = 2.999;
  const double expected = before.spin * 3 / 2.999 * std::exp(-2.0 / 3 * 0.001 / 0.3);
  EXPECT_NEAR(spin_after(before, after, 1), expected, 1e-9);
}

// The Sun turns once in 25 days, 92 radian a year; the law of eq. 111 is made for such stars.
TEST(Spin, TheSunTurnsAsSlowlyAsItDoes) {
  const SseProvider provider;
  StarState star = provider.birth(1, 0.02);
  provider.advance(star, 4570);
  EXPECT_GT(star.now.spin, 30);
  EXPECT_LT(star.now.spin, 300);
}

}  // namespace
}  // namespace tucana::stellar
