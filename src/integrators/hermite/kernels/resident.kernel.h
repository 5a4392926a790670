// Bodies whose whole state stays on the device: the columns of rows.kernel.h, with CRACKLE. VEC is 1 here.
#if EXTENDED
DEVICE num number_of_total(total sum) { return sum; }
#elif FP64
DEVICE num number_of_total(total sum) { return sum; }
#else
DEVICE num number_of_total(total sum) { return sum.hi; }
#endif

DEVICE void store_column(GLOBAL real* stored, uint64 stride, uint column, uint row, num x) {
  stored[column * stride + row] = HIGH(x);
#if EXTENDED
  stored[(HIGH_COLUMNS + column) * stride + row] = LOW(x);
#endif
}

DEVICE bool is_finite(num x) { return HIGH(x) - HIGH(x) == (real)0; }

// The sums of a row: component 0 is the potential, 1 the acceleration, 4 the jerk, 7 the snap.
DEVICE num load_sum(const GLOBAL real* sums, uint64 stride, uint component, uint k) {
  return number_of_total(load_total(sums + component * (TOTAL_COLUMNS * stride), (uint)stride, k));
}

// Rows first .. first + count - 1 from their own time to `when`, with the sums found there; what comes out goes to
// other columns. `measure` gets what hermite6_step_measure() says, -1 for a row that is not finite.
KERNEL(correct_rows)
(const GLOBAL real* stored, const GLOBAL int64* stored_time, uint64 stride, const GLOBAL real* sums, uint64 sums_stride,
 uint first, uint count, uint measure_first, int64 when, real rounding, real least, GLOBAL real* corrected,
 GLOBAL int64* corrected_time, GLOBAL float* measure) {
  const uint k = GLOBAL_ID;
  if (k >= count) return;
  const uint row = first + k;
  const num h = elapsed(when, stored_time[row]);
  const real h_high = HIGH(h), inverse_h = (real)1 / HIGH(h);
  bool finite = true;
  // Squares of the norms of a, J, S, C, A4, A5.
  real a2 = 0, J2 = 0, S2 = 0, C2 = 0, A42 = 0, A52 = 0;
  for (uint axis = 0; axis < 3; ++axis) {
    const num v0 = load_column(stored, stride, COLUMN_VELOCITY + axis, row);
    const num a0 = load_column(stored, stride, COLUMN_ACCELERATION + axis, row);
    const num j0 = load_column(stored, stride, COLUMN_JERK + axis, row);
    const num s0 = load_column(stored, stride, COLUMN_SNAP + axis, row);
    const num a1 = load_sum(sums, sums_stride, 1 + axis, k);
    const num j1 = load_sum(sums, sums_stride, 4 + axis, k);
    const num s1 = load_sum(sums, sums_stride, 7 + axis, k);
    const Hermite6Axis step = hermite6_correct(v0, a0, j0, s0, a1, j1, s1, h);
    const num x1 = plus(load_column(stored, stride, COLUMN_POSITION + axis, row), step.dx);
    const num v1 = plus(v0, step.dv);
    // One factor at a time: the cube of 1/h may be beyond a float where the crackle is not.
    const num c1 = scaled(scaled(scaled(step.C, inverse_h), inverse_h), inverse_h);
    store_column(corrected, stride, COLUMN_POSITION + axis, row, x1);
    store_column(corrected, stride, COLUMN_VELOCITY + axis, row, v1);
    store_column(corrected, stride, COLUMN_ACCELERATION + axis, row, a1);
    store_column(corrected, stride, COLUMN_JERK + axis, row, j1);
    store_column(corrected, stride, COLUMN_SNAP + axis, row, s1);
    store_column(corrected, stride, COLUMN_CRACKLE + axis, row, c1);
    finite =
        finite && is_finite(x1) && is_finite(v1) && is_finite(a1) && is_finite(j1) && is_finite(s1) && is_finite(c1);
    const real a = HIGH(a1), J = h_high * HIGH(j1), S = h_high * (h_high * HIGH(s1));
    a2 += a * a, J2 += J * J, S2 += S * S;
    C2 += HIGH(step.C) * HIGH(step.C), A42 += HIGH(step.A4) * HIGH(step.A4), A52 += HIGH(step.A5) * HIGH(step.A5);
  }
  corrected_time[row] = when;
  const real found =
      hermite6_step_measure(rounding, least, sqrt(a2), sqrt(J2), sqrt(S2), sqrt(C2), sqrt(A42), sqrt(A52));
  measure[measure_first + k] = finite ? (float)found : -1.0f;
}

// The time of rows whose columns came from another device.
KERNEL(set_times)(GLOBAL int64* time, uint first, uint end, int64 when) {
  const uint row = first + GLOBAL_ID;
  if (row < end) time[row] = when;
}
