// Prediction of a row to a time (docs/theory/hermite4.md, docs/theory/hermite6.md). One row at a time: VEC must be 1.
#if VEC == 1
DEVICE num load_column(const GLOBAL real* stored, uint64 stride, uint column, uint row) {
#if EXTENDED
  return pair_of(stored[column * stride + row], stored[(HIGH_COLUMNS + column) * stride + row]);
#else
  return stored[column * stride + row];
#endif
}

DEVICE num number_of(real hi, real lo) {
#if EXTENDED
  return pair_of(hi, lo);
#else
  return hi;
#endif
}

// The time since the row's own, from integers.
DEVICE num elapsed(int64 when, int64 own) {
  const real unit = (real)3.552713678800501e-15f;  // 2^-48, exact in float
  const int64 ticks = when - own;
#if EXTENDED
  const real hi = (real)ticks;
  return pair_of(hi * unit, (real)(ticks - (int64)hi) * unit);
#else
  return (real)ticks * unit;
#endif
}

typedef struct {
  num position, velocity, acceleration;
  real low;  // of the position, in two_float
} PredictedAxis;

DEVICE PredictedAxis predict_axis(const GLOBAL real* stored, uint64 stride, uint row, uint axis, num dt) {
  const num x = load_column(stored, stride, COLUMN_POSITION + axis, row);
  const num v = load_column(stored, stride, COLUMN_VELOCITY + axis, row);
  const num a = load_column(stored, stride, COLUMN_ACCELERATION + axis, row);
  const num j = load_column(stored, stride, COLUMN_JERK + axis, row);
  const num half_dt = scaled(dt, (real)0.5f);
  const num third_dt = times(dt, number_of((real)1 / (real)3, (real)-9.934108e-09f));
  PredictedAxis axis_now;
#if CRACKLE
  const num s = load_column(stored, stride, COLUMN_SNAP + axis, row);
  const num c = load_column(stored, stride, COLUMN_CRACKLE + axis, row);
  const num quarter_dt = scaled(dt, (real)0.25f);
  const num fifth_dt = times(dt, number_of((real)1 / (real)5, (real)-2.9802323e-09f));
  const num j_x = times_plus(quarter_dt, times_plus(fifth_dt, c, s), j);
  const num j_v = times_plus(third_dt, times_plus(quarter_dt, c, s), j);
  axis_now.acceleration = times_plus(dt, times_plus(half_dt, times_plus(third_dt, c, s), j), a);
#else
  const num j_x = j, j_v = j;
  axis_now.acceleration = a;
#endif
  const num speed = times_plus(half_dt, times_plus(third_dt, j_x, a), v);
  axis_now.velocity = times_plus(dt, times_plus(half_dt, j_v, a), v);
#if TWO_FLOAT
  const Pair sum = two_sum(x, times(dt, speed));
  const Pair high = quick_two_sum(sum.hi, sum.lo + stored[(HIGH_COLUMNS + axis) * stride + row]);
  axis_now.position = high.hi;
  axis_now.low = high.lo;
#else
  axis_now.position = times_plus(dt, speed, x);
  axis_now.low = (real)0;
#endif
  return axis_now;
}

#if EXTENDED
#define HIGH(x) ((x).hi)
#define LOW(x) ((x).lo)
#else
#define HIGH(x) (x)
#endif

DEVICE Row predicted_row(const GLOBAL real* stored, const GLOBAL int64* stored_time, uint64 stride, uint row,
                         int64 when) {
  const num dt = elapsed(when, stored_time[row]);
  const PredictedAxis x = predict_axis(stored, stride, row, 0, dt);
  const PredictedAxis y = predict_axis(stored, stride, row, 1, dt);
  const PredictedAxis z = predict_axis(stored, stride, row, 2, dt);
  const num mass = load_column(stored, stride, COLUMN_MASS, row);
  Row now;
  now.x = HIGH(x.position), now.y = HIGH(y.position), now.z = HIGH(z.position);
  now.mass = HIGH(mass);
  now.vx = HIGH(x.velocity), now.vy = HIGH(y.velocity), now.vz = HIGH(z.velocity);
#if CRACKLE
  now.ax = HIGH(x.acceleration), now.ay = HIGH(y.acceleration), now.az = HIGH(z.acceleration);
#endif
#if TWO_FLOAT
  now.low_x = x.low, now.low_y = y.low, now.low_z = z.low;
#elif EXTENDED
  now.low_x = LOW(x.position), now.low_y = LOW(y.position), now.low_z = LOW(z.position);
  now.low_mass = LOW(mass);
  now.low_vx = LOW(x.velocity), now.low_vy = LOW(y.velocity), now.low_vz = LOW(z.velocity);
#if CRACKLE
  now.low_ax = LOW(x.acceleration), now.low_ay = LOW(y.acceleration), now.low_az = LOW(z.acceleration);
#endif
#endif
  return now;
}
#endif
