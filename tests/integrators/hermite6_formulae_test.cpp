#include "tucana/integrators/hermite/hermite6_formulae.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

namespace tucana {
namespace {

/// An acceleration that is a polynomial of 5th degree in time, another one on each axis; x and v are its integrals.
struct Polynomial {
  // Coefficients of t^0 ... t^7 of the position.
  std::array<Vec3, 8> c{Vec3{0.3, -1, 2},   {1, 0.5, -0.7},    {-0.9, 0.4, 0.1},  {0.2, -0.6, 0.8},
                        {0.05, 0.3, -0.25}, {-0.4, 0.11, 0.2}, {0.07, -0.2, 0.3}, {0.13, 0.06, -0.05}};

  Vec3 derivative(int order, double t) const {
    Vec3 sum;
    for (std::size_t k = c.size(); k-- > static_cast<std::size_t>(order);) {
      double factor = 1;
      for (int m = 0; m < order; ++m) factor *= static_cast<double>(k) - m;
      sum = t * sum + factor * c[k];
    }
    return sum;
  }
  HermiteState state(double t) const {
    return {derivative(0, t), derivative(1, t), derivative(2, t), derivative(3, t), derivative(4, t), derivative(5, t)};
  }
};

TEST(Hermite6Formulae, AreExactForAccelerationsOfFifthDegree) {
  const Polynomial path;
  const double h = 0.75;
  const HermiteState start = path.state(0), end = path.state(h);
  const auto corrected = hermite6::correct(start, {end.a, end.j, end.s}, h);
  EXPECT_LT(norm(corrected.v - end.v), 1e-14);
  EXPECT_LT(norm(corrected.C * std::pow(h, -3) - end.c), 1e-12);
  EXPECT_LT(norm(corrected.A4 * std::pow(h, -4) - path.derivative(6, h)), 1e-11);
  EXPECT_LT(norm(corrected.A5 * std::pow(h, -5) - path.derivative(7, h)), 1e-11);
  // The position is made of velocities, whose polynomial is one degree higher: it misses h^7 v6 / 100800.
  const double missing = std::pow(h, 7) * norm(path.derivative(7, 0)) / 100800;
  EXPECT_NEAR(norm(corrected.x - end.x), missing, 1e-3 * missing);
}

TEST(Hermite6Formulae, PredictWithTheCrackle) {
  Polynomial path;
  path.c[6] = path.c[7] = {};
  const auto predicted = hermite6::predict(path.state(0), 0.75);
  EXPECT_LT(norm(predicted.x - path.derivative(0, 0.75)), 1e-15);
  EXPECT_LT(norm(predicted.v - path.derivative(1, 0.75)), 1e-15);
  EXPECT_LT(norm(predicted.a - path.derivative(2, 0.75)), 1e-14);
}

/// All derivatives of a unit circular orbit have the size 1.
double step_on_circle(const hermite6::StepCriterion& criterion, double h, double noise = 0) {
  hermite6::Correction d;
  d.C = {h * h * h + 60 * noise, 0, 0};
  d.A4 = {0, std::pow(h, 4) + 360 * noise, 0};
  d.A5 = {std::pow(h, 5) + 720 * noise, 0, 0};
  return hermite6::wanted_step(criterion, {{1, 0, 0}, {0, 1, 0}, {-1, 0, 0}}, d, h);
}

TEST(Hermite6Step, IsEtaOnACircularOrbit) {
  EXPECT_NEAR(step_on_circle({0.5, Precision::fp64}, 0.5), 0.5, 1e-9);
  EXPECT_NEAR(step_on_circle({0.1, Precision::fp64}, 0.1), 0.1, 1e-6);
  EXPECT_EQ(hermite6::wanted_step({0.5, Precision::fp64}, {}, {}, 0.1), std::numeric_limits<double>::infinity());
}

TEST(Hermite6Step, ScalesWithTimeAndNotWithLength) {
  const HermiteForce force{{1, 2, 3}, {4, -5, 6}, {-7, 8, 9}};
  const hermite6::Correction d{{}, {}, {1, 0, -2}, {0.3, 0.1, 0.2}, {0.5, -0.2, 0.4}};
  const double dt = hermite6::wanted_step({0.5, Precision::fp64}, force, d, 0.1);
  const HermiteForce longer{10 * force.a, 10 * force.j, 10 * force.s};
  const hermite6::Correction longer_d{{}, {}, 10 * d.C, 10 * d.A4, 10 * d.A5};
  EXPECT_NEAR(hermite6::wanted_step({0.5, Precision::fp64}, longer, longer_d, 0.1), dt, 1e-12 * dt);
  const HermiteForce slower{force.a, 0.5 * force.j, 0.25 * force.s};
  EXPECT_NEAR(hermite6::wanted_step({0.5, Precision::fp64}, slower, d, 0.2), 2 * dt, 1e-12 * dt);
  EXPECT_NEAR(hermite6::wanted_step({0.25, Precision::fp64}, force, d, 0.1), dt / 2, 1e-12 * dt);
}

// A step so short that the fifth derivative is noise must not be shortened by it: each shortening would make the noise
// larger, without end.
TEST(Hermite6Step, IsNotShortenedByNoise) {
  for (const auto& [precision, noise] : {std::pair{Precision::fp64, 1e-15},
                                         {Precision::extended, 1e-14},
                                         {Precision::two_float, 3e-7},
                                         {Precision::fp32, 3e-7}}) {
    const double eta = 0.5 * std::pow(100 * noise, 0.2);
    hermite6::StepCriterion criterion(eta, precision);
    EXPECT_GE(step_on_circle(criterion, eta, noise), 0.99 * eta) << name_of(precision);
    criterion.rounding = criterion.least = 0;
    EXPECT_LT(step_on_circle(criterion, eta, noise), 0.8 * eta) << "so it is needed";
  }
  // More noise than usual, in float: a bound from what is evaluated, an eighth of the time scale.
  EXPECT_NEAR(step_on_circle({0.1, Precision::two_float}, 1e-3, 1e-2), 0.1 / 8 * std::sqrt(2.0), 1e-12);
  EXPECT_NEAR(step_on_circle({0.1, Precision::fp32}, 0.04, 1e-2), 0.1 / 8 * std::sqrt(2.0), 1e-12);
}

}  // namespace
}  // namespace tucana
