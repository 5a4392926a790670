#include "tucana/fewbody/kepler_kick_pair.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/fewbody/direct_pair.h"
#include "tucana/fewbody/kepler.h"
#include "tucana/fewbody/ks_pair.h"
#include "tucana/fewbody/orbital_elements.h"

namespace tucana {
namespace {

constexpr PairMasses masses{0.4, 0.6};
const PhasePoint start{{1.5, 0.2, 0}, {0.1, 0.5, 0.3}};

/// A perturber whose tide at apocentre is about gamma.
CirclingPerturber perturber_of(double gamma) {
  const double mass = 0.5, radius = std::cbrt(2 * mass * 8 / gamma);
  return {mass, radius, std::sqrt((1 + mass) / radius) / radius, 0.8, 0.5};
}

struct Result {
  PhasePoint end;
  double evaluations = 0;  ///< in a revolution
};

double time_of(double revolutions) { return revolutions * kepler_period(kepler_beta(start, 1), 1); }

Result kicked(const CirclingPerturber& perturber, KickScheme scheme, int kicks, double revolutions) {
  const double end = time_of(revolutions);
  KeplerKickPair pair(masses, start, {});
  const double s = pair.revolution() * kicks_of(scheme) / kicks;
  int evaluations = 0;
  const auto counted = [&](const PairMotion& motion) { return ++evaluations, perturber(motion); };
  while (pair.time() - InnerTime{} < end) pair.step(s, scheme, counted);
  // Back to the end, in the middle of the last step: a shorter step backwards.
  double low = -s, high = 0;
  KeplerKickPair last = pair;
  for (int i = 0; i < 50; ++i) {
    const double middle = 0.5 * (low + high);
    last = pair;
    last.step(middle, scheme, perturber);
    (last.time() - InnerTime{} < end ? low : high) = middle;
  }
  return {last.unperturbed_at(InnerTime{} + end), evaluations / revolutions};
}

Result hermite(const CirclingPerturber& perturber, double eta, double revolutions) {
  const double end = time_of(revolutions);
  KsPair pair(masses, start, {});
  pair.start(perturber(pair.present()));
  int evaluations = 1;
  for (; pair.time() - InnerTime{} < end; ++evaluations) pair.step(pair.natural_step({eta}), perturber);
  return {pair.relative_at(InnerTime{} + end), evaluations / revolutions};
}

class KickSchemes : public ::testing::TestWithParam<KickScheme> {};
INSTANTIATE_TEST_SUITE_P(All, KickSchemes,
                         ::testing::Values(KickScheme::leapfrog, KickScheme::gauss4, KickScheme::blanes84));

TEST_P(KickSchemes, ReturnsByTheSameWay) {
  const CirclingPerturber perturber = perturber_of(1e-2);
  KeplerKickPair pair(masses, start, {});
  const double s = pair.revolution() / 7;
  for (int i = 0; i < 30; ++i) pair.step(s, GetParam(), perturber);
  for (int i = 0; i < 30; ++i) pair.step(-s, GetParam(), perturber);
  EXPECT_LT(norm(pair.relative().x - start.x), 1e-13);
  EXPECT_NEAR(pair.time() - InnerTime{}, 0, 1e-13);
}

TEST_P(KickSchemes, ConvergesToTheDirectIntegration) {
  const CirclingPerturber perturber = perturber_of(1e-3);
  const PhasePoint expected = integrate_directly(masses, start, perturber, 0, time_of(15));
  const double coarse = norm(kicked(perturber, GetParam(), 40, 15).end.x - expected.x);
  const double fine = norm(kicked(perturber, GetParam(), 160, 15).end.x - expected.x);
  // At least the second order in the step, that of the square of the perturbation.
  EXPECT_LT(fine, coarse / 10);
  EXPECT_LT(fine, GetParam() == KickScheme::leapfrog ? 1e-4 : 1e-7);
}

TEST(KeplerKickPair, NeedsFewerEvaluationsThanHermiteForWeakPerturbations) {
  const CirclingPerturber perturber = perturber_of(1e-6);
  const PhasePoint expected = kicked(perturber, KickScheme::blanes84, 100, 200).end;
  const Result kicks = kicked(perturber, KickScheme::gauss4, 16, 200), ks = hermite(perturber, 0.25, 200);
  EXPECT_LT(1.4 * kicks.evaluations, ks.evaluations);
  EXPECT_LT(norm(kicks.end.x - expected.x), norm(ks.end.x - expected.x));
}

TEST(KeplerKickPair, NeedsMoreEvaluationsThanHermiteForStrongPerturbations) {
  const CirclingPerturber perturber = perturber_of(2e-2);
  const PhasePoint expected = kicked(perturber, KickScheme::blanes84, 500, 50).end;
  const Result kicks = kicked(perturber, KickScheme::gauss4, 64, 50), ks = hermite(perturber, 0.2, 50);
  EXPECT_GT(kicks.evaluations, ks.evaluations);
  const auto orbit_error = [&](const PhasePoint& end) {
    return norm(eccentricity_vector(end, 1) - eccentricity_vector(expected, 1));
  };
  EXPECT_GT(orbit_error(kicks.end), orbit_error(ks.end));
}

}  // namespace
}  // namespace tucana
