#include "tucana/fewbody/kepler.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "tests/fewbody/kepler_table.h"
#include "tucana/fewbody/orbital_elements.h"
#include "tucana/fewbody/stumpff.h"

namespace tucana {
namespace {

constexpr double rounding = 0x1p-53;
/// How many times the effect of one rounding of every input a result may be off.
constexpr double roundings = 100;

double size(double x) { return std::abs(x); }
double size(const Vec3& x) { return norm(x); }

/// The error of a result, relative to what one rounding of every input and of the result itself would cause.
template <class T>
double in_roundings(const T& value, const Reference<T>& reference) {
  const double unit = reference.sensitivity + rounding * size(reference.value);
  const double error = size(value - reference.value);
  return error == 0 ? 0 : error / unit;
}

TEST(Kepler, MovesAlongEveryConic) {
  for (const KeplerRow& row : kepler_table) {
    const PhasePoint end = kepler_drift({row.x0, row.v0}, row.mu, row.dt);
    const auto n = &row - kepler_table;
    EXPECT_LT(in_roundings(end.x, row.x), roundings) << "row " << n << " e = " << row.eccentricity.value;
    EXPECT_LT(in_roundings(end.v, row.v), roundings) << "row " << n << " e = " << row.eccentricity.value;
  }
}

TEST(Kepler, FindsShapeAndPhase) {
  for (const KeplerRow& row : kepler_table) {
    const OrbitPhase phase = orbit_phase({row.x0, row.v0}, row.mu);
    const auto n = &row - kepler_table;
    EXPECT_LT(in_roundings(phase.shape.pericentre, row.pericentre), roundings) << n;
    EXPECT_LT(in_roundings(phase.shape.eccentricity, row.eccentricity), roundings) << n;
    EXPECT_LT(in_roundings(phase.shape.beta, row.beta), roundings) << n;
    const double since = phase.time(), period = phase.shape.period();
    // Half a period after the pericentre may as well be half a period before it.
    Reference<double> expected = row.time_since_pericentre;
    if (since - expected.value > 0.75 * period) expected.value += period;
    if (expected.value - since > 0.75 * period) expected.value -= period;
    EXPECT_LT(in_roundings(since, expected), roundings) << n << " e = " << row.eccentricity.value;
  }
}

TEST(Kepler, ReturnsByTheSameWay) {
  for (const KeplerRow& row : kepler_table) {
    if (std::abs(row.dt) > 50) continue;
    const PhasePoint end = kepler_drift({row.x0, row.v0}, row.mu, row.dt);
    const PhasePoint back = kepler_drift(end, row.mu, -row.dt);
    const double lost = (row.x.sensitivity + rounding * norm(row.x.value)) / norm(row.x.value) +
                        (row.v.sensitivity + rounding * norm(row.v.value)) / norm(row.v.value);
    EXPECT_LT(norm(back.x - row.x0), 1000 * lost * (norm(row.x0) + std::abs(row.dt) * norm(row.v0))) << row.dt;
  }
}

TEST(Kepler, HeadOnBodiesTurnBack) {
  // Free fall from rest at r = 2 with mu = 1: a = 1, the centre after half a period.
  const PhasePoint start{{0, 2, 0}, {}};
  const double half = std::numbers::pi;
  const PhasePoint before = kepler_drift(start, 1, half - 0.1), after = kepler_drift(start, 1, half + 0.1);
  EXPECT_GT(before.x.y, 0);
  EXPECT_NEAR(after.x.y, before.x.y, 1e-14);
  EXPECT_LT(before.v.y, 0);
  EXPECT_NEAR(after.v.y, -before.v.y, 1e-13);
  const PhasePoint end = kepler_drift(start, 1, 2 * half);
  EXPECT_NEAR(end.x.y, 2, 1e-14);
  EXPECT_LT(norm(end.v), 1e-13);
  EXPECT_NEAR(time_to_pericentre(start, 1), half, 4e-15);
  const PhasePoint centre = kepler_drift(start, 1, time_to_pericentre(start, 1));
  EXPECT_TRUE(is_finite(centre.x) && is_finite(centre.v));
  EXPECT_LT(norm(centre.x), 1e-9);
}

TEST(Kepler, TakesManyPeriods) {
  const PhasePoint start{{1, 0, 0}, {0, 1.2, 0.1}};
  const double period = kepler_period(kepler_beta(start, 1), 1);
  const PhasePoint end = kepler_drift(start, 1, 1e6 * period);
  EXPECT_LT(norm(end.x - start.x), 1e-9);
  EXPECT_EQ(kepler_drift(start, 1, 0).x, start.x);
}

TEST(Kepler, MovesStraightWithoutMass) {
  const PhasePoint end = kepler_drift({{1, 2, 3}, {-1, 0.5, -4}}, 0, 7);
  EXPECT_LT(norm(end.x - Vec3{-6, 5.5, -25}), 1e-13);
  EXPECT_LT(norm(end.v - Vec3{-1, 0.5, -4}), 1e-14);
}

TEST(Kepler, TimeToDistanceLeadsThere) {
  for (const KeplerRow& row : kepler_table) {
    const PhasePoint start{row.x0, row.v0};
    const OrbitShape shape = orbit_phase(start, row.mu).shape;
    if (shape.eccentricity < 1e-3 || shape.pericentre < 1e-6) continue;
    const double r = std::min(2 * shape.pericentre, 0.5 * (shape.pericentre + shape.apocentre()));
    const auto in = time_to_distance(start, row.mu, r, Direction::inward);
    const auto out = time_to_distance(start, row.mu, r, Direction::outward);
    for (const auto& [wait, sign] : {std::pair{in, -1}, std::pair{out, 1}}) {
      if (!wait) {
        EXPECT_GE(shape.eccentricity, 1);
        continue;
      }
      const PhasePoint there = kepler_drift(start, row.mu, *wait);
      EXPECT_GE(*wait, 0);
      EXPECT_NEAR(norm(there.x) / r, 1, 1e-8);
      EXPECT_GT(sign * dot(there.x, there.v), 0);
    }
    EXPECT_FALSE(time_to_distance(start, row.mu, 0.99 * shape.pericentre, Direction::inward));
    EXPECT_FALSE(time_to_distance(start, row.mu, 1.01 * shape.apocentre(), Direction::inward));
  }
}

TEST(Kepler, EndsForNumbersThatAreNone) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  for (const double wrong : {nan, infinity}) {
    EXPECT_FALSE(std::isnormal(kepler_drift({{wrong, 0, 0}, {0, wrong, 0}}, 1, 1).x.x));
    EXPECT_FALSE(std::isnormal(kepler_drift({{1, 0, 0}, {0, wrong, 0}}, 1, 1).x.x));
    EXPECT_FALSE(std::isnormal(kepler_drift({{1, 0, 0}, {0, 3, 0}}, 1, wrong).x.x)) << wrong;
  }
}

TEST(Kepler, TimeToPericentreLeadsThere) {
  for (const double e : {0.1, 0.99, 1.0, 1.5, 20.0}) {
    OrbitalElements elements{{0.3, e, 2 * (1 - e) / 0.3, 2}, 1, 2, 3};
    for (const double t : {-0.7, 0.2}) {
      const PhasePoint state = state_at_time(elements, t);
      double expected = -t;
      if (e < 1 && t > 0) expected += elements.shape.period();
      EXPECT_NEAR(time_to_pericentre(state, 2), expected, 1e-13 * (1 + expected)) << e;
      EXPECT_NEAR(norm(kepler_drift(state, 2, -t).x), 0.3, 1e-12) << e;
    }
  }
}

TEST(OrbitalElements, LeadBackToTheState) {
  for (const KeplerRow& row : kepler_table) {
    const PhasePoint start{row.x0, row.v0};
    const OrbitalElements elements = orbital_elements(start, row.mu);
    const OrbitPhase phase = orbit_phase(start, row.mu);
    const PhasePoint again = state_at_time(elements, phase.time());
    // The time is known to its sensitivity only, and the elements to theirs.
    const double time_error = row.time_since_pericentre.sensitivity + rounding * std::abs(phase.time());
    const double lost = roundings * (time_error * norm(row.v0) / norm(row.x0) + 10 * rounding +
                                     row.beta.sensitivity * norm(row.x0) / row.mu);
    EXPECT_LT(norm(again.x - row.x0), lost * norm(row.x0)) << "e = " << row.eccentricity.value;
  }
}

TEST(OrbitalElements, LeadBackToTheStateByTheAngle) {
  for (const double e : {0.0, 1e-14, 0.3, 1 - 1e-12, 1.0, 1 + 1e-12, 20.0}) {
    for (const double angle : {-1.5, 0.0, 0.4, 1.6}) {
      const OrbitalElements elements{{0.3, e, 2 * (1 - e) / 0.3, 2}, 1, 2, 3};
      const PhasePoint state = state_at_true_anomaly(elements, angle);
      const OrbitalElements found = orbital_elements(state, 2);
      EXPECT_NEAR(found.inclination, 1, 1e-14);
      EXPECT_NEAR(found.ascending_node, 2, 1e-14);
      EXPECT_NEAR(found.shape.pericentre, 0.3, 1e-14);
      EXPECT_NEAR(found.shape.eccentricity, e, 1e-14 * (1 + e));
      const PhasePoint again = state_at_true_anomaly(found, true_anomaly(state, 2));
      EXPECT_LT(norm(again.x - state.x), 1e-14 * norm(state.x)) << e << " " << angle;
      EXPECT_LT(norm(again.v - state.v), 2e-14 * norm(state.v)) << e << " " << angle;
    }
  }
}

TEST(OrbitalElements, EccentricityVectorPointsToThePericentre) {
  const OrbitalElements elements{{0.3, 0.7, 2 * 0.3 / 0.3, 2}, 1, 2, 3};
  const Vec3 pericentre = state_at_true_anomaly(elements, 0).x;
  const Vec3 e = eccentricity_vector(state_at_true_anomaly(elements, 2), 2);
  EXPECT_LT(norm(e - (0.7 / 0.3) * pericentre), 1e-14);
}

TEST(Stumpff, EqualsCircularAndHyperbolicFunctions) {
  for (const double x : {1e-9, 0.2, 1.0, 3.0, 40.0}) {
    const Stumpff c = stumpff(x * x);
    EXPECT_NEAR(c.c0, std::cos(x), 1e-14 * (1 + x * x));
    EXPECT_NEAR(c.c1, std::sin(x) / x, 1e-14 * (1 + x));
    if (x < 0.1) continue;
    const double half = std::sin(x / 2);
    EXPECT_NEAR(c.c2, 2 * half * half / (x * x), 1e-14);
    EXPECT_NEAR(c.c3, (x - std::sin(x)) / (x * x * x), 1e-14);
    const Stumpff h = stumpff(-x * x);
    EXPECT_NEAR(h.c0 / std::cosh(x), 1, 1e-13 * (1 + x));
    EXPECT_NEAR(h.c3 * x * x * x / (std::sinh(x) - x), 1, 1e-13 * (1 + x));
  }
}

TEST(Stumpff, FactorsFollowFromTheFirstFour) {
  for (const double z : {-1.0, -0.3, 0.5, 1.0}) {
    const Stumpff c = stumpff(z);
    const StumpffFactors f = stumpff_factors(z);
    EXPECT_NEAR(f.f3, 6 * c.c3, 1e-15);
    EXPECT_NEAR(f.f4, 24 * (0.5 - c.c2) / z, 1e-13);
    EXPECT_NEAR(f.f5, 120 * (1.0 / 6 - c.c3) / z, 1e-13);
    EXPECT_NEAR(f.f6, 720 * (1.0 / 24 - f.f4 / 24) / z, 1e-11);
  }
}

}  // namespace
}  // namespace tucana
