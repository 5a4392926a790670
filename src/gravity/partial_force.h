#pragma once

#include <cmath>

#include "tucana/core/vec3.h"
#include "tucana/gravity/pair_law.h"

namespace tucana {

/// Acceleration and jerk due to some of the sources.
struct PartialForce {
  Vec3 a, j;

  constexpr PartialForce& operator+=(const PartialForce& f) { return a += f.a, j += f.j, *this; }
  constexpr PartialForce& operator-=(const PartialForce& f) { return a -= f.a, j -= f.j, *this; }
};

constexpr PartialForce operator+(PartialForce f, const PartialForce& g) { return f += g; }
constexpr PartialForce operator-(PartialForce f, const PartialForce& g) { return f -= g; }
/// The force after a time, with the jerk unchanged.
constexpr PartialForce later(const PartialForce& f, double s) { return {f.a + s * f.j, f.j}; }

/// The force of a mass at separation r and relative velocity u, source minus target.
inline PartialForce pull(double mass, const Vec3& r, const Vec3& u, const PairLaw& law) {
  const double inverse_r2 = 1 / (norm2(r) + law.eps2);
  const double m_r3 = mass * inverse_r2 * std::sqrt(inverse_r2);
  const double alpha = 3 * dot(r, u) * inverse_r2;
  return {m_r3 * r, m_r3 * (u - alpha * r)};
}

}  // namespace tucana
