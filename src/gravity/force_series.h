#pragma once

#include <cmath>

#include "tucana/core/vec3.h"
#include "tucana/gravity/pair_law.h"
#include "tucana/gravity/partial_force.h"

namespace tucana {

/// A force and its derivatives in time up to the third: what a scheme of 6th order carries from step to step.
struct ForceSeries : PartialForce {
  Vec3 s, c;

  constexpr ForceSeries() = default;
  constexpr ForceSeries(const PartialForce& f, const Vec3& snap, const Vec3& crackle)
      : PartialForce(f), s(snap), c(crackle) {}
  constexpr ForceSeries& operator+=(const ForceSeries& f) {
    return PartialForce::operator+=(f), s += f.s, c += f.c, *this;
  }
  constexpr ForceSeries& operator-=(const ForceSeries& f) {
    return PartialForce::operator-=(f), s -= f.s, c -= f.c, *this;
  }
};

constexpr ForceSeries operator-(ForceSeries f, const ForceSeries& g) { return f -= g; }
constexpr ForceSeries operator*(double factor, const ForceSeries& f) {
  return {{factor * f.a, factor * f.j}, factor * f.s, factor * f.c};
}
/// The force after a time, with the crackle unchanged.
constexpr ForceSeries later(const ForceSeries& f, double h) {
  return {{f.a + h * (f.j + (h / 2) * (f.s + (h / 3) * f.c)), f.j + h * (f.s + (h / 2) * f.c)}, f.s + h * f.c, f.c};
}

/// A body of some mass, or a part of one, on a path that is known up to the jerk.
struct BodyOnPath {
  double mass = 0;
  Vec3 x, v, a, j;
};

/// The force of a body on a place that moves, by differences of their paths (Nitadori & Makino 2008, section 2).
inline ForceSeries pull(const BodyOnPath& source, const BodyOnPath& target, const PairLaw& law) {
  const Vec3 x = source.x - target.x, v = source.v - target.v, a = source.a - target.a, j = source.j - target.j;
  const double inverse_r2 = 1 / (norm2(x) + law.eps2);
  const double m_r3 = source.mass * inverse_r2 * std::sqrt(inverse_r2);
  const double alpha = dot(x, v) * inverse_r2;
  const double beta = (norm2(v) + dot(x, a)) * inverse_r2 + alpha * alpha;
  const double gamma = (3 * dot(v, a) + dot(x, j)) * inverse_r2 + alpha * (3 * beta - 4 * alpha * alpha);
  ForceSeries f;
  f.a = m_r3 * x;
  f.j = m_r3 * v - (3 * alpha) * f.a;
  f.s = m_r3 * a - (6 * alpha) * f.j - (3 * beta) * f.a;
  f.c = m_r3 * j - (9 * alpha) * f.s - (9 * beta) * f.j - (3 * gamma) * f.a;
  return f;
}

}  // namespace tucana
