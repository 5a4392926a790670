#include "tucana/models/cluster/ellipse.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tucana/core/error.h"

namespace tucana {
namespace {

/// x - sin x without cancellation.
double minus_sine(double x) {
  if (std::abs(x) > 1) return x - std::sin(x);
  double term = x * x * x / 6, sum = 0;
  for (int k = 4; std::abs(term) > 1e-18 * std::abs(sum); k += 2) {
    sum += term;
    term *= -x * x / (k * (k + 1));
  }
  return sum;
}

/// Turns a vector of the orbit's plane into space: by the argument of the pericentre, the inclination and the node.
Vec3 turned(double x, double y, const EllipseElements& o) {
  const double cp = std::cos(o.pericentre), sp = std::sin(o.pericentre);
  const double ci = std::cos(o.inclination), si = std::sin(o.inclination);
  const double cn = std::cos(o.node), sn = std::sin(o.node);
  const double along = cp * x - sp * y, across = sp * x + cp * y;
  return {cn * along - sn * ci * across, sn * along + cn * ci * across, si * across};
}

}  // namespace

double eccentric_anomaly(double mean_anomaly, double e) {
  TUCANA_EXPECT(e >= 0 && e < 1);
  const double m = std::remainder(mean_anomaly, 2 * std::numbers::pi);
  const double size = std::abs(m);
  // E lies between M and M + e, and below pi. Newton's steps, halving where they leave the bracket.
  double low = size, high = std::min(size + e, std::numbers::pi);
  double anomaly = std::min(size + 0.85 * e, high);  // Danby 1987, Celest. Mech. 40, 303
  for (int step = 0; step < 100; ++step) {
    const double excess = (1 - e) * anomaly + e * minus_sine(anomaly) - size;
    (excess > 0 ? high : low) = anomaly;
    const double half_sine = std::sin(anomaly / 2);
    double next = anomaly - excess / ((1 - e) + 2 * e * half_sine * half_sine);
    if (!(next >= low && next <= high)) next = low + (high - low) / 2;
    const bool done = std::abs(next - anomaly) <= 1e-16 * next;
    anomaly = next;
    if (done) break;
  }
  return std::copysign(anomaly, m);
}

RelativeState ellipse_state(const EllipseElements& o, double mass) {
  const double e = o.eccentricity, a = o.semi_major_axis;
  const double anomaly = eccentric_anomaly(o.mean_anomaly, e);
  const double half_sine = std::sin(anomaly / 2), sine = std::sin(anomaly);
  // cos E - e and 1 - e cos E, accurate near the pericentre of an orbit with e near 1.
  const double fall = 2 * half_sine * half_sine, axes = std::sqrt((1 - e) * (1 + e));
  const double distance = a * ((1 - e) + e * fall);
  const double speed = std::sqrt(mass * a) / distance;
  return {turned(a * ((1 - e) - fall), a * axes * sine, o), turned(-speed * sine, speed * axes * std::cos(anomaly), o)};
}

}  // namespace tucana
