#pragma once

#include "tucana/integrators/hermite/hermite_state.h"

namespace tucana::hermite4 {

// Products with constants instead of quotients: a division takes as long as a dozen of these.

/// x0 + h v0 + h^2/2 a0 + h^3/6 j0, v0 + h a0 + h^2/2 j0.
inline HermitePrediction predict(const HermiteState& s, double h) {
  return {s.x + h * (s.v + (h / 2) * (s.a + (h * (1.0 / 3)) * s.j)), s.v + h * (s.a + (h / 2) * s.j)};
}

/// The interpolated second and third derivative of the acceleration at the start of a step
/// (Makino 1991; Makino & Aarseth 1992): with (a0, j0) and (a1, j1) at its ends,
///   A2 = [-6(a0 - a1) - h(4 j0 + 2 j1)] / h^2,   A3 = [12(a0 - a1) + 6h(j0 + j1)] / h^3.
struct HigherDerivatives {
  Vec3 snap, crackle;
};
inline HigherDerivatives interpolate(const HermiteState& start, const Vec3& a1, const Vec3& j1, double h) {
  const double h_inverse = 1 / h;
  const Vec3 da = start.a - a1;
  return {(h_inverse * h_inverse) * (-6.0 * da - h * (4.0 * start.j + 2.0 * j1)),
          (h_inverse * h_inverse * h_inverse) * (12.0 * da + 6.0 * h * (start.j + j1))};
}

constexpr HigherDerivatives operator+(const HigherDerivatives& d, const HigherDerivatives& e) {
  return {d.snap + e.snap, d.crackle + e.crackle};
}
constexpr HigherDerivatives operator-(const HigherDerivatives& d, const HigherDerivatives& e) {
  return {d.snap - e.snap, d.crackle - e.crackle};
}
/// The same after a time s.
constexpr HigherDerivatives later(const HigherDerivatives& d, double s) { return {d.snap + s * d.crackle, d.crackle}; }

/// v1 = vp + h^3/6 A2 + h^4/24 A3, x1 = xp + h^4/24 A2 + h^5/120 A3.
inline HermitePrediction correct(const HermitePrediction& predicted, const HigherDerivatives& d, double h) {
  const double h3 = h * h * h;
  return {predicted.x + (h3 * h * (1.0 / 24)) * (d.snap + (h * (1.0 / 5)) * d.crackle),
          predicted.v + (h3 * (1.0 / 6)) * (d.snap + (h / 4) * d.crackle)};
}

}  // namespace tucana::hermite4
