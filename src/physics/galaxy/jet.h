#pragma once

#include <cmath>

#include "tucana/core/vec3.h"

namespace tucana::galaxy {

/// A number that depends on time, with its first two derivatives. Arithmetic follows the rules of products and chains
/// (forward-mode differentiation), so that a formula which is written once for any type of number gives, along the
/// orbit of a body, a force and its derivatives to rounding.
struct Jet {
  double value = 0, first = 0, second = 0;

  Jet() = default;
  /// A constant; implicit, as formulae mix both.
  Jet(double constant) : value(constant) {}  // NOLINT(google-explicit-constructor)
  Jet(double v, double d1, double d2) : value(v), first(d1), second(d2) {}
};

inline Jet operator+(const Jet& a, const Jet& b) { return {a.value + b.value, a.first + b.first, a.second + b.second}; }
inline Jet operator-(const Jet& a, const Jet& b) { return {a.value - b.value, a.first - b.first, a.second - b.second}; }
inline Jet operator-(const Jet& a) { return {-a.value, -a.first, -a.second}; }
inline Jet operator*(const Jet& a, const Jet& b) {
  return {a.value * b.value, a.first * b.value + a.value * b.first,
          a.second * b.value + 2 * a.first * b.first + a.value * b.second};
}
inline Jet operator*(double s, const Jet& a) { return {s * a.value, s * a.first, s * a.second}; }
inline Jet operator*(const Jet& a, double s) { return s * a; }

/// A function of u, from its value and first two derivatives there.
inline Jet chain(const Jet& u, double f, double f1, double f2) {
  return {f, f1 * u.first, f2 * u.first * u.first + f1 * u.second};
}
inline double chain(double, double f, double, double) { return f; }

inline Jet inverse(const Jet& u) {
  const double f = 1 / u.value;
  return chain(u, f, -f * f, 2 * f * f * f);
}
inline Jet operator/(const Jet& a, const Jet& b) { return a * inverse(b); }
inline Jet operator/(const Jet& a, double s) { return a * (1 / s); }

inline Jet sqrt(const Jet& u) {
  const double f = std::sqrt(u.value), f1 = 0.5 / f;
  return chain(u, f, f1, -0.5 * f1 / u.value);
}
/// u > 0.
inline Jet pow(const Jet& u, double p) {
  const double f = std::pow(u.value, p), f1 = p * f / u.value;
  return chain(u, f, f1, (p - 1) * f1 / u.value);
}
inline Jet exp(const Jet& u) {
  const double f = std::exp(u.value);
  return chain(u, f, f, f);
}
inline Jet log1p(const Jet& u) {
  const double f1 = 1 / (1 + u.value);
  return chain(u, std::log1p(u.value), f1, -f1 * f1);
}
inline Jet cos(const Jet& u) {
  const double c = std::cos(u.value);
  return chain(u, c, -std::sin(u.value), -c);
}
inline Jet sin(const Jet& u) {
  const double s = std::sin(u.value);
  return chain(u, s, std::cos(u.value), -s);
}

inline double value_of(double x) { return x; }
inline double value_of(const Jet& x) { return x.value; }

/// A place in space made of such numbers, or of plain ones.
template <class T>
struct Place {
  T x, y, z;
};

}  // namespace tucana::galaxy
