// The 6th-order Hermite corrector of one axis and its step criterion (Nitadori & Makino 2008; docs/theory/hermite6.md).
// Derivatives are scaled by powers of the step, J = h j, S = h^2 s, C = h^3 c, A4 = h^4 a4, A5 = h^5 a5: all of them
// are accelerations, so that floats neither overflow nor lose them. Compiles as a kernel, with the numbers of
// gravity's number.kernel.h, and as C++ (hermite6_formulae.h).
typedef struct {
  num dx, dv;     // what position and velocity gain in the step
  num C, A4, A5;  // interpolated, at the end of the step
} Hermite6Axis;

// From (v0, a0, j0, s0) at the start and (a1, j1, s1) at the end of a step h:
//   v1 - v0 = h/2 (a0 + a1) + h^2/10 (j0 - j1) + h^3/120 (s0 + s1), the same for x1 - x0 with each letter one lower,
//   C = 60 q - 6 w + 6 dS,   A4 = 360 q - 12 w + 30 dS,   A5 = 720 q + 60 dS
// with q = a1 - a0 - (J0 + J1)/2, w = J1 - J0 - (S0 + S1)/2, dS = S1 - S0.
DEVICE Hermite6Axis hermite6_correct(num v0, num a0, num j0, num s0, num a1, num j1, num s1, num h) {
  const num tenth = number_of((real)1 / (real)10, (real)-1.4901161e-09f);
  const num part_of_120 = number_of((real)1 / (real)120, (real)-4.346172e-10f);
  const num h2 = times(h, h);
  const num J0 = times(h, j0), J1 = times(h, j1), S0 = times(h2, s0), S1 = times(h2, s1);
  const num J_sum = plus(J0, J1), J_rise = minus(J1, J0), S_sum = plus(S0, S1), dS = minus(S1, S0);
  const num a_rise = minus(a1, a0);
  const num q = minus(a_rise, scaled(J_sum, (real)0.5f)), w = minus(J_rise, scaled(S_sum, (real)0.5f));
  Hermite6Axis axis;
  axis.C = plus(scaled(q, (real)60), scaled(minus(dS, w), (real)6));
  axis.A4 = plus(scaled(q, (real)360), minus(scaled(dS, (real)30), scaled(w, (real)12)));
  axis.A5 = plus(scaled(q, (real)720), scaled(dS, (real)60));
  const num mean_a = scaled(plus(a0, a1), (real)0.5f);
  axis.dv = times(h, plus(mean_a, minus(times(part_of_120, S_sum), times(tenth, J_rise))));
  const num h_term = times(h, minus(times(part_of_120, J_sum), times(tenth, a_rise)));
  axis.dx = times(h, plus(v0, plus(scaled(axis.dv, (real)0.5f), h_term)));
  return axis;
}

DEVICE real hermite6_norm(real x, real y, real z) { return sqrt(x * x + y * y + z * z); }

// The part of an interpolated derivative that exceeds the noise of the accelerations from which it was computed.
DEVICE real hermite6_above_noise(real derivative, real noise) {
  return derivative > noise ? derivative - noise : (real)0;
}

// The generalised Aarseth criterion, dt = eta h Q^(1/6), Q = (|a||S| + |J|^2) / (|C||A5| + |A4|^2), from norms at the
// end of the step: returns Q, infinite for no limit. `rounding` is the typical relative error of an acceleration. Its
// noise would not only hide A4 and A5 when steps are short, but shorten them more and more: noise in A5 grows as h^-5.
// The noise is therefore subtracted, which costs no accuracy, since truncation is far below it there. Some
// accelerations have more noise. Where they are floats, `least` > 0, the time scale T = sqrt(|a||s| + |j|^2) / |s| of
// the derivatives that are evaluated, not interpolated, bounds the step from below, by least^(1/6) eta T.
DEVICE real hermite6_step_measure(real rounding, real least, real a, real J, real S, real C, real A4, real A5) {
  const real largest = a > J ? (a > S ? a : S) : (J > S ? J : S);
  if (!(largest > (real)0)) return (real)INFINITY;
  const real unit = (real)1 / largest;
  const real noise = rounding * a * unit;
  const real crackle = hermite6_above_noise(C * unit, (real)60 * noise);
  const real fourth = hermite6_above_noise(A4 * unit, (real)360 * noise);
  const real fifth = hermite6_above_noise(A5 * unit, (real)720 * noise);
  const real below = crackle * fifth + fourth * fourth;
  if (!(below > (real)0)) return (real)INFINITY;
  const real snap2 = (S * unit) * (S * unit);
  const real above = (a * unit) * (S * unit) + (J * unit) * (J * unit);
  const real measure = above / below;
  const real scale2 = above / snap2;
  const real bound = least * scale2 * scale2 * scale2;
  return measure < bound ? bound : measure;
}
