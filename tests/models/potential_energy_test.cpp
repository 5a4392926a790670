#include "tucana/gravity/potential_energy.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/models/plain_engine.h"
#include "tucana/core/error.h"
#include "tucana/core/random.h"

namespace tucana {
namespace {

using testing_support::PlainEngine;

StarsBuffer random_stars(std::size_t n) {
  StarsBuffer stars;
  stars.resize(n);
  stars.number_from_one();
  for (std::size_t i = 0; i < n; ++i) {
    RandomStream random(3, RandomUse::test, i);
    stars.mass[i] = i % 5 == 0 ? 0 : random.uniform();
    stars.position[i] = {random.uniform(), random.uniform(), random.uniform()};
  }
  return stars;
}

long double every_pair(const StarsBuffer& stars, double eps2) {
  long double sum = 0;
  for (std::size_t i = 0; i < stars.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const long double r = std::sqrt(norm2(stars.position[i] - stars.position[j]) + eps2);
      sum -= static_cast<long double>(stars.mass[i]) * stars.mass[j] / r;
    }
  }
  return sum;
}

class PotentialEnergyTest : public testing::TestWithParam<std::size_t> {};

// The sizes fall on both sides of the halving (4096 rows), even and odd.
TEST_P(PotentialEnergyTest, SumsEveryPairOnce) {
  const StarsBuffer stars = random_stars(GetParam());
  const double eps2 = GetParam() % 2 == 0 ? 0.01 : 0;
  PlainEngine engine;
  const double exact = static_cast<double>(every_pair(stars, eps2));
  EXPECT_NEAR(potential_energy(stars.view(), {eps2}, engine), exact, 1e-13 * std::abs(exact));
  // Large tables cost little more than that: a piece of 4096 meets itself twice, two pieces each other once.
  const std::size_t massive = GetParam() - (GetParam() + 4) / 5;
  EXPECT_LE(engine.pairs, massive * massive / 2 + massive * 4096 / 2);
}
INSTANTIATE_TEST_SUITE_P(Sizes, PotentialEnergyTest, testing::Values(1, 2, 3, 100, 5120, 5123, 10242));

TEST(PotentialEnergy, CoincidentStarsAreNamedUnlessSoftened) {
  StarsBuffer stars = random_stars(20);
  stars.position[7] = stars.position[12];
  PlainEngine engine;
  EXPECT_TRUE(std::isfinite(potential_energy(stars.view(), {0.01}, engine)));
  std::string message;
  try {
    potential_energy(stars.view(), {0}, engine);
  } catch (const InputError& e) {
    message = e.what();
  }
  EXPECT_NE(message.find("star 8:"), std::string::npos) << message;

  stars.mass[7] = 0;  // a tracer may sit on a star
  EXPECT_TRUE(std::isfinite(potential_energy(stars.view(), {0}, engine)));
}

}  // namespace
}  // namespace tucana
