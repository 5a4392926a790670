#include "tucana/fewbody/ks_pair.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/fewbody/direct_pair.h"
#include "tests/fewbody/nobody.h"
#include "tucana/fewbody/orbital_elements.h"

namespace tucana {
namespace {

/// A pair with the sum of masses mu = 1 at its apocentre, in no special plane.
PhasePoint at_apocentre(double e, double a = 1) {
  const OrbitalElements elements{{a * (1 - e), e, 1 / a, 1}, 0.4, 1.0, 2.0};
  return state_at_true_anomaly(elements, std::numbers::pi);
}

TEST(KsTransformation, LeadsBack) {
  for (const Vec3& x :
       {Vec3{1, 2, 3}, Vec3{-1, 2, 3}, Vec3{-1, 1e-9, 0}, Vec3{-1, 0, 0}, Vec3{0, 0, -2}, Vec3{1, 0, 0}}) {
    const PhasePoint state{x, {0.3, -0.7, 0.2}};
    const KsPoint ks = to_ks(state);
    const PhasePoint back = from_ks(ks);
    EXPECT_LT(norm(back.x - state.x), 1e-15 * norm(x));
    EXPECT_LT(norm(back.v - state.v), 1e-15);
    EXPECT_NEAR(norm2(ks.u), norm(x), 1e-15 * norm(x));
    const auto& [u, w] = ks;
    EXPECT_NEAR(u.d * w.a - u.c * w.b + u.b * w.c - u.a * w.d, 0, 1e-15) << "the bilinear relation";
  }
}

class IsolatedPair : public ::testing::TestWithParam<double> {};
INSTANTIATE_TEST_SUITE_P(Eccentricities, IsolatedPair, ::testing::Values(0, 0.9, 0.9999));

TEST_P(IsolatedPair, KeepsItsOrbitForTenThousandRevolutions) {
  const double e = GetParam();
  constexpr int revolutions = 10000;
  // Late in a run, and in steps: nothing uses that the motion is known.
  const InnerTime start{Tick::nearest(10000), 0};
  KsPair pair({0.3, 0.7}, at_apocentre(e, 0.0625), start);
  pair.start({});
  const double h = pair.specific_energy(), period = pair.period();
  const Vec3 axis = eccentricity_vector(pair.relative(), 1);
  double energy_error = 0, axis_error = 0;
  int steps = 0;
  for (int n = 0; n < revolutions; ++n) {
    do {
      pair.step(pair.natural_step({}), nothing);
      ++steps;
    } while (pair.time() - start < (n + 1) * period);
    const auto& [u, du] = pair.point();
    energy_error = std::max(energy_error, std::abs((2 * norm2(du) - 1) / norm2(u) / h - 1));
    axis_error = std::max(axis_error, norm(eccentricity_vector(pair.relative(), 1) - axis));
  }
  EXPECT_LT(energy_error, 1e-11);
  EXPECT_LT(axis_error, 1e-11);
  EXPECT_NEAR(steps, revolutions * 2 * std::numbers::pi / 0.2, 2);
  if (e > 0) {
    const OrbitPhase phase = orbit_phase(pair.relative(), 1);
    const double pericentre = (pair.time() - start) - phase.time();
    const double turns = (pericentre - 0.5 * period) / period;
    EXPECT_NEAR(turns, std::round(turns), 1e-9);
  }
}

struct PerturbedCase {
  double e, mass, radius;
};

/// The error of the relative position after three periods, relative to the size of the orbit.
double error_of(double eta, const PerturbedCase& c) {
  const PairMasses masses{0.4, 0.6};
  const CirclingPerturber perturber{c.mass, c.radius, 0.3, 0.8, 0.5};
  const PhasePoint start = at_apocentre(c.e);
  const double end = 3.2 * 2 * std::numbers::pi;
  KsPair pair(masses, start, {});
  pair.start(perturber(pair.present()));
  while (pair.time() - InnerTime{} < end) pair.step(pair.natural_step({eta}), perturber);
  const PhasePoint expected = integrate_directly(masses, start, perturber, 0, end);
  return norm(pair.relative_at(InnerTime{} + end).x - expected.x);
}

TEST(KsPair, IsOfFourthOrderWherePerturbed) {
  for (const PerturbedCase& c : {PerturbedCase{0.3, 0.5, 5}, PerturbedCase{0.95, 1, 6}}) {
    const double coarse = error_of(0.2, c), fine = error_of(0.1, c), finest = error_of(0.05, c);
    EXPECT_NEAR(std::log2(coarse / fine), 4, 0.6);
    EXPECT_NEAR(std::log2(fine / finest), 4, 0.5);
  }
}

TEST(KsPair, DenseOutputIsAsAccurateAsSteps) {
  const PairMasses masses{0.4, 0.6};
  const CirclingPerturber perturber{0.5, 5, 0.3, 0.8, 0.5};
  KsPair pair(masses, at_apocentre(0.6), {});
  pair.start(perturber(pair.present()));
  double now = 0;
  for (int i = 0; i < 40; ++i) {
    const PhasePoint before = pair.relative();
    const InnerTime began = pair.time();
    pair.step(pair.natural_step({}), perturber);
    const double length = pair.time() - began;
    for (const double part : {0.0, 0.3, 0.8, 1.0}) {
      const PhasePoint expected = integrate_directly(masses, before, perturber, now, part * length);
      EXPECT_LT(norm(pair.relative_at(began + part * length).x - expected.x), 2e-7);
    }
    now += length;
  }
}

}  // namespace
}  // namespace tucana
