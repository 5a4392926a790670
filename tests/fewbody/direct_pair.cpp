#include "tests/fewbody/direct_pair.h"

#include <array>
#include <cmath>

namespace tucana {
namespace {

using Real = long double;
using State = std::array<Real, 6>;

State add(State a, Real s, const State& b) {
  for (int i = 0; i < 6; ++i) a[i] += s * b[i];
  return a;
}

/// The pull of the perturber on one member, whose coordinates relative to the centre are `part` times those of the
/// pair.
void add_pull(State& rate, const State& y, Real part, Real sign, const CirclingPerturber& p, Real t) {
  const Real angle = Real(p.phase) + Real(p.angular_speed) * t;
  const Real flat = Real(p.radius) * std::sin(angle);
  const Real place[3] = {Real(p.radius) * std::cos(angle), flat * std::cos(Real(p.inclination)),
                         flat * std::sin(Real(p.inclination))};
  Real d[3], r2 = 0;
  for (int i = 0; i < 3; ++i) d[i] = place[i] - part * y[i], r2 += d[i] * d[i];
  for (int i = 0; i < 3; ++i) rate[3 + i] += sign * Real(p.mass) * d[i] / (r2 * std::sqrt(r2));
}

State derivative(const PairMasses& m, const CirclingPerturber& p, const State& y, Real t) {
  const Real mu = Real(m.first) + Real(m.second);
  const Real r2 = y[0] * y[0] + y[1] * y[1] + y[2] * y[2];
  State rate{y[3], y[4], y[5], 0, 0, 0};
  for (int i = 0; i < 3; ++i) rate[3 + i] = -mu * y[i] / (r2 * std::sqrt(r2));
  add_pull(rate, y, Real(m.second) / mu, 1, p, t);
  add_pull(rate, y, -Real(m.first) / mu, -1, p, t);
  return rate;
}

/// One step by polynomial extrapolation of the modified midpoint rule over 2, 4, ... 16 parts.
State extrapolated(const PairMasses& m, const CirclingPerturber& p, const State& y0, Real t, Real step) {
  constexpr int columns = 8;
  std::array<State, columns> table;
  for (int k = 0; k < columns; ++k) {
    const int n = 2 * (k + 1);
    const Real h = step / n;
    State before = y0, now = add(y0, h, derivative(m, p, y0, t));
    for (int i = 1; i < n; ++i) {
      const State next = add(before, 2 * h, derivative(m, p, now, t + i * h));
      before = now, now = next;
    }
    State row;
    const State last = derivative(m, p, now, t + step);
    for (int i = 0; i < 6; ++i) row[i] = (now[i] + before[i] + h * last[i]) / 2;
    for (int j = 0; j < k; ++j) {
      const Real ratio = Real(k + 1) / Real(k - j);
      const State shorter = table[j];
      table[j] = row;
      for (int i = 0; i < 6; ++i) row[i] += (row[i] - shorter[i]) / (ratio * ratio - 1);
    }
    table[k] = row;
  }
  return table[columns - 1];
}

}  // namespace

PhasePoint CirclingPerturber::at(double t) const {
  const double angle = phase + angular_speed * t, c = std::cos(angle), s = std::sin(angle);
  const double ci = std::cos(inclination), si = std::sin(inclination), speed = radius * angular_speed;
  return {{radius * c, radius * s * ci, radius * s * si}, {-speed * s, speed * c * ci, speed * c * si}};
}

Perturbation CirclingPerturber::operator()(const PairMotion& motion) const {
  const PhasePoint here = at((motion.time - InnerTime{}));
  Perturbation sum;
  for (const auto& [x, v, sign] : {std::tuple{motion.x1, motion.v1, 1.0}, std::tuple{motion.x2, motion.v2, -1.0}}) {
    const Vec3 d = here.x - x, w = here.v - v;
    const double r2 = norm2(d), pull = sign * mass / (r2 * std::sqrt(r2));
    sum.acceleration += pull * d;
    sum.jerk += pull * (w - (3 * dot(d, w) / r2) * d);
  }
  return sum;
}

PhasePoint integrate_directly(const PairMasses& masses, const PhasePoint& start, const CirclingPerturber& perturber,
                              double t, double dt, double part) {
  State y{start.x.x, start.x.y, start.x.z, start.v.x, start.v.y, start.v.z};
  Real now = t;
  const Real end = Real(t) + Real(dt);
  while (now < end) {
    const Real r = std::sqrt(y[0] * y[0] + y[1] * y[1] + y[2] * y[2]);
    const Real v2 = y[3] * y[3] + y[4] * y[4] + y[5] * y[5];
    const Real step = std::min(Real(part) * std::min(r * std::sqrt(r / masses.sum()), r / std::sqrt(v2)), end - now);
    y = extrapolated(masses, perturber, y, now, step);
    now = end - now <= step ? end : now + step;
  }
  return {{double(y[0]), double(y[1]), double(y[2])}, {double(y[3]), double(y[4]), double(y[5])}};
}

}  // namespace tucana
