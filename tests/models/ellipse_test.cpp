#include "tucana/models/cluster/ellipse.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tucana/core/random.h"

namespace tucana {
namespace {

constexpr double pi = std::numbers::pi;

TEST(Ellipse, SolvesKeplersEquation) {
  RandomStream random(1, RandomUse::test, 7);
  for (int i = 0; i < 20000; ++i) {
    // Eccentricities and anomalies near the ends as often as in between.
    const double e = i % 2 == 0 ? random.uniform() : 1 - std::pow(10, -12 * random.uniform());
    const double m = i % 3 == 0 ? pi * (2 * random.uniform() - 1) : std::pow(10, -12 * random.uniform());
    const double anomaly = eccentric_anomaly(m, e);
    const long double x = anomaly;
    const auto slope = 1 - e * std::cos(x);
    // The error of E: that of Kepler's equation over its slope. In long double, whose own cancellation matters for
    // small anomalies only.
    const long double error = (x - e * std::sin(x) - m) / slope;
    const long double own = 4e-19L * x / slope;
    EXPECT_LE(std::abs(error), 1e-15L * std::abs(x) + own + 2e-16L * std::abs(static_cast<long double>(m)) / slope)
        << e << " " << m;
  }
  EXPECT_EQ(eccentric_anomaly(0, 0.5), 0);
  EXPECT_DOUBLE_EQ(eccentric_anomaly(1.25, 0), 1.25);
  EXPECT_DOUBLE_EQ(eccentric_anomaly(pi, 0.9), pi);
  EXPECT_NEAR(eccentric_anomaly(7 * pi / 2, 0.3), eccentric_anomaly(-pi / 2, 0.3), 1e-14);
}

TEST(Ellipse, StateHasTheElements) {
  RandomStream random(1, RandomUse::test, 8);
  for (int i = 0; i < 2000; ++i) {
    EllipseElements o;
    o.semi_major_axis = std::pow(10, 8 * random.uniform() - 6);
    o.eccentricity = i % 4 == 0 ? 0.999 * random.uniform() : 0.9 * random.uniform();
    o.inclination = pi * random.uniform();
    o.node = 2 * pi * random.uniform();
    o.pericentre = 2 * pi * random.uniform();
    o.mean_anomaly = 2 * pi * random.uniform();
    const double mass = 0.1 + random.uniform();
    const auto [x, v] = ellipse_state(o, mass);
    // Vis viva, angular momentum, its direction, and the vector to the pericentre.
    const double r = norm(x), a = o.semi_major_axis, e = o.eccentricity;
    EXPECT_NEAR((2 / r - norm2(v) / mass) * r, r / a, 1e-14 * 2);
    const Vec3 h = cross(x, v);
    EXPECT_NEAR(norm(h) / std::sqrt(mass * a * (1 - e) * (1 + e)), 1, 1e-14 / std::sqrt(1 - e));
    const Vec3 pole{std::sin(o.inclination) * std::sin(o.node), -std::sin(o.inclination) * std::cos(o.node),
                    std::cos(o.inclination)};
    EXPECT_LT(norm(h * (1 / norm(h)) - pole), 1e-14 / (1 - e));
    const Vec3 lenz = cross(v, h) * (1 / mass) - x * (1 / r);
    const double cp = std::cos(o.pericentre), sp = std::sin(o.pericentre), ci = std::cos(o.inclination);
    const Vec3 apse{std::cos(o.node) * cp - std::sin(o.node) * ci * sp,
                    std::sin(o.node) * cp + std::cos(o.node) * ci * sp, std::sin(o.inclination) * sp};
    EXPECT_LT(norm(lenz - apse * e), 1e-14);
    // M = E - e sin E, by r v_r = sqrt(mass a) e sin E and r = a (1 - e cos E).
    const double anomaly = eccentric_anomaly(o.mean_anomaly, e);
    EXPECT_NEAR(dot(x, v) / std::sqrt(mass * a), e * std::sin(anomaly), 1e-14);
    EXPECT_NEAR(r / a, 1 - e * std::cos(anomaly), 1e-14);
  }
}

}  // namespace
}  // namespace tucana
