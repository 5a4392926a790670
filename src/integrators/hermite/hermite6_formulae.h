#pragma once

#include <cmath>

#include "tucana/gravity/precision.h"
#include "tucana/integrators/hermite/hermite_state.h"

namespace tucana::hermite6 {

/// The source that devices compile too, here with doubles as its numbers.
namespace in_double {
using num = double;
using real = double;
inline num plus(num a, num b) { return a + b; }
inline num minus(num a, num b) { return a - b; }
inline num times(num a, num b) { return a * b; }
inline num scaled(num a, real factor) { return a * factor; }
inline num number_of(real high, real) { return high; }
#define DEVICE inline
#include "tucana/integrators/hermite/kernels/hermite6.kernel.h"
#undef DEVICE
}  // namespace in_double

/// Up to the crackle: x to h^5/120, v to h^4/24, a to h^3/6 (docs/theory/hermite6.md).
inline HermitePrediction predict(const HermiteState& s, double h) {
  return {s.x + h * (s.v + (h / 2) * (s.a + (h / 3) * (s.j + (h / 4) * (s.s + (h / 5) * s.c)))),
          s.v + h * (s.a + (h / 2) * (s.j + (h / 3) * (s.s + (h / 4) * s.c))),
          s.a + h * (s.j + (h / 2) * (s.s + (h / 3) * s.c))};
}

/// The corrected end of a step, and the derivatives there, scaled by powers of the step as in the source above.
struct Correction {
  Vec3 x, v;
  Vec3 C, A4, A5;
};
inline Correction correct(const HermiteState& start, const HermiteForce& end, double h) {
  const auto axis = [&](double Vec3::*k) {
    return in_double::hermite6_correct(start.v.*k, start.a.*k, start.j.*k, start.s.*k, end.a.*k, end.j.*k, end.s.*k, h);
  };
  const auto x = axis(&Vec3::x), y = axis(&Vec3::y), z = axis(&Vec3::z);
  return {start.x + Vec3{x.dx, y.dx, z.dx},
          start.v + Vec3{x.dv, y.dv, z.dv},
          {x.C, y.C, z.C},
          {x.A4, y.A4, z.A4},
          {x.A5, y.A5, z.A5}};
}

/// The generalised Aarseth criterion with forces of a precision: what hermite6_step_measure() takes.
struct StepCriterion {
  double eta;
  double rounding;
  double least;

  StepCriterion(double wanted_eta, Precision precision) : eta(wanted_eta), rounding(force_rounding(precision)) {
    // An eighth: in clusters and on Kepler orbits 99 % of the steps are longer, half of them nearly three times.
    const bool is_float = precision == Precision::two_float || precision == Precision::fp32;
    least = is_float ? 0x1p-18 : 0;
  }
  double step(double measure, double h) const { return eta * h * std::pow(measure, 1.0 / 6); }
};

inline double wanted_step(const StepCriterion& criterion, const HermiteForce& end, const Correction& d, double h) {
  const double measure =
      in_double::hermite6_step_measure(criterion.rounding, criterion.least, norm(end.a), h * norm(end.j),
                                       h * h * norm(end.s), norm(d.C), norm(d.A4), norm(d.A5));
  return criterion.step(measure, h);
}

}  // namespace tucana::hermite6
