#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "tucana/core/frame.h"
#include "tucana/core/vec3.h"

namespace tucana {

/// Four doubles: a point of the space in which a Kepler orbit is a harmonic oscillation.
struct Vec4 {
  double a = 0, b = 0, c = 0, d = 0;

  constexpr Vec4& operator+=(const Vec4& o) { return a += o.a, b += o.b, c += o.c, d += o.d, *this; }
  constexpr Vec4& operator-=(const Vec4& o) { return a -= o.a, b -= o.b, c -= o.c, d -= o.d, *this; }
  constexpr Vec4& operator*=(double s) { return a *= s, b *= s, c *= s, d *= s, *this; }
  constexpr bool operator==(const Vec4&) const = default;
};
constexpr Vec4 operator+(Vec4 x, const Vec4& y) { return x += y; }
constexpr Vec4 operator-(Vec4 x, const Vec4& y) { return x -= y; }
constexpr Vec4 operator*(double s, Vec4 x) { return x *= s; }
constexpr double dot(const Vec4& x, const Vec4& y) { return x.a * y.a + x.b * y.b + x.c * y.c + x.d * y.d; }
constexpr double norm2(const Vec4& x) { return dot(x, x); }

// The transformation of Kustaanheimo & Stiefel (1965) in the convention of Aarseth (2003, chapter 4): x = L(u) u with
//
//          | a -b -c  d |
//   L(u) = | b  a -d -c |   for u = (a, b, c, d);   |x| = u.u,   v = 2 L(u) u' / |x|,   u' = L(u)^T v / 2,
//          | c  d  a  b |
//          | d -c  b -a |
//
// where ' is the derivative by the fictitious time, dt = |x| dtau.

/// The first three components of L(u) w; the fourth is zero for w = u, and for w = u' (the bilinear relation).
constexpr Vec3 ks_product(const Vec4& u, const Vec4& w) {
  return {u.a * w.a - u.b * w.b - u.c * w.c + u.d * w.d, u.b * w.a + u.a * w.b - u.d * w.c - u.c * w.d,
          u.c * w.a + u.d * w.b + u.a * w.c + u.b * w.d};
}

/// L(u)^T p.
constexpr Vec4 ks_transposed_product(const Vec4& u, const Vec3& p) {
  return {u.a * p.x + u.b * p.y + u.c * p.z, -u.b * p.x + u.a * p.y + u.d * p.z, -u.c * p.x - u.d * p.y + u.a * p.z,
          u.d * p.x - u.c * p.y + u.b * p.z};
}

/// One of the points u that lead to x: the one without a fourth or a third component, whichever loses no digits.
inline Vec4 ks_position(const Vec3& x) {
  const double r = norm(x);
  if (!(r > 0)) return {};
  if (x.x >= 0) {
    const double a = std::sqrt((r + x.x) / 2);
    return {a, x.y / (2 * a), x.z / (2 * a), 0};
  }
  const double b = std::sqrt((r - x.x) / 2);
  return {x.y / (2 * b), b, 0, x.z / (2 * b)};
}

/// A point and its derivative by the fictitious time.
struct KsPoint {
  Vec4 u, du;
};

/// From relative position and velocity, and back. At the very centre (u = 0) the velocity has no value: zero is
/// returned.
inline KsPoint to_ks(const PhasePoint& relative) {
  const Vec4 u = ks_position(relative.x);
  return {u, 0.5 * ks_transposed_product(u, relative.v)};
}
inline PhasePoint from_ks(const KsPoint& point) {
  const double r = std::max(norm2(point.u), std::numeric_limits<double>::min());
  return {ks_product(point.u, point.u), (2 / r) * ks_product(point.u, point.du)};
}

}  // namespace tucana
