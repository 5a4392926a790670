#include "tucana/physics/galaxy/incomplete_gamma.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tucana::galaxy {
namespace {

// Closed forms on both sides of the place where the sum gives way to the fraction.
TEST(IncompleteGamma, HasItsClosedForms) {
  for (const double x : {1e-8, 0.01, 0.5, 1.49, 1.51, 2.5, 7.0, 40.0}) {
    EXPECT_NEAR(lower_gamma_part(0.5, x) / std::erf(std::sqrt(x)), 1, 1e-14) << x;
    EXPECT_NEAR(lower_gamma_part(1, x) / -std::expm1(-x), 1, 1e-14) << x;
    EXPECT_NEAR(upper_gamma(1, x) / std::exp(-x), 1, 1e-14 * std::exp(x < 2 ? x : 0)) << x;
    const double root = std::sqrt(std::acos(-1.0));
    EXPECT_NEAR(upper_gamma(0.5, x) / (root * std::erfc(std::sqrt(x))), 1, 1e-13) << x;
  }
  EXPECT_EQ(lower_gamma_part(0.6, 0), 0);
  EXPECT_EQ(upper_gamma(0.6, 0), std::tgamma(0.6));
}

TEST(IncompleteGamma, HasNoStepWhereTheFormulaChanges) {
  for (const double s : {0.1, 0.6, 1.5}) {
    const double x = s + 1, h = 1e-9, slope = std::exp((s - 1) * std::log(x) - x) / std::tgamma(s);
    EXPECT_NEAR(lower_gamma_part(s, x + h) - lower_gamma_part(s, x - h), 2 * h * slope, 1e-15) << s;
  }
}

}  // namespace
}  // namespace tucana::galaxy
