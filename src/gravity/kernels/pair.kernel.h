// What one source does to VEC targets. FORCE: acceleration and jerk; SNAP: snap too; SUMS: anything at all, always
// with the potential. r and v are source minus target.
#if TILE
#define SOURCE_ROW const LOCAL Row*
#else
#define SOURCE_ROW const GLOBAL Row*
#endif

// Pairs are weighed in batches and then added: a CPU has too few registers to do both at once. A GPU has enough.
// Where the divider makes 1/r, the sums are made beside it.
#define ADD_AT_ONCE (VEC == 1 || !HAS_ESTIMATE)
#define BATCH (VEC == 1 || !FORCE ? 1 : HAS_ESTIMATE ? 32 : 16)

typedef struct {
  num x, y, z, vx, vy, vz;
#if TWO_FLOAT
  realv low_x, low_y, low_z;
#endif
#if SNAP
  num ax, ay, az;
#endif
} Target;

typedef struct {
  num potential;  // without its sign
#if FORCE
  num ax, ay, az, jx, jy, jz;
#endif
#if SNAP
  num sx, sy, sz;
#endif
} Sums;

#define TARGET_POSITION 0
#define TARGET_VELOCITY 3
#define TARGET_ACCELERATION 6
#define TARGET_HIGH_COLUMNS (SNAP ? 9 : 6)
#define TARGET_COLUMNS (TARGET_HIGH_COLUMNS + (EXTENDED ? TARGET_HIGH_COLUMNS : TWO_FLOAT ? 3 : 0))

DEVICE num load_target_column(const GLOBAL real* targets, uint64 stride, uint column, uint index) {
#if EXTENDED
  return pair_of(LOAD(targets + column * stride, index),
                 LOAD(targets + (TARGET_HIGH_COLUMNS + column) * stride, index));
#else
  return LOAD(targets + column * stride, index);
#endif
}

DEVICE Target load_target(const GLOBAL real* targets, uint64 stride, uint index) {
  Target target;
  target.x = load_target_column(targets, stride, TARGET_POSITION, index);
  target.y = load_target_column(targets, stride, TARGET_POSITION + 1, index);
  target.z = load_target_column(targets, stride, TARGET_POSITION + 2, index);
  target.vx = load_target_column(targets, stride, TARGET_VELOCITY, index);
  target.vy = load_target_column(targets, stride, TARGET_VELOCITY + 1, index);
  target.vz = load_target_column(targets, stride, TARGET_VELOCITY + 2, index);
#if TWO_FLOAT
  target.low_x = LOAD(targets + TARGET_HIGH_COLUMNS * stride, index);
  target.low_y = LOAD(targets + (TARGET_HIGH_COLUMNS + 1) * stride, index);
  target.low_z = LOAD(targets + (TARGET_HIGH_COLUMNS + 2) * stride, index);
#endif
#if SNAP
  target.ax = load_target_column(targets, stride, TARGET_ACCELERATION, index);
  target.ay = load_target_column(targets, stride, TARGET_ACCELERATION + 1, index);
  target.az = load_target_column(targets, stride, TARGET_ACCELERATION + 2, index);
#endif
  return target;
}

DEVICE Sums no_sums(void) {
  Sums sums;
  sums.potential = zero();
#if FORCE
  sums.ax = sums.ay = sums.az = sums.jx = sums.jy = sums.jz = zero();
#endif
#if SNAP
  sums.sx = sums.sy = sums.sz = zero();
#endif
  return sums;
}

// A quantity of the source minus that of the target; the low part of the source's counts where there is one.
#if EXTENDED
#define SOURCE(row, quantity) pair_of(SPLAT((row)->quantity), SPLAT((row)->low_##quantity))
#define RELATIVE(row, target, quantity) minus(SOURCE(row, quantity), (target).quantity)
#define SEPARATION(row, target, axis) RELATIVE(row, target, axis)
#else
#define SOURCE(row, quantity) SPLAT((row)->quantity)
#define RELATIVE(row, target, quantity) (SOURCE(row, quantity) - (target).quantity)
#if TWO_FLOAT
#define SEPARATION(row, target, axis) (RELATIVE(row, target, axis) + (SPLAT((row)->low_##axis) - (target).low_##axis))
#else
#define SEPARATION(row, target, axis) RELATIVE(row, target, axis)
#endif
#endif

typedef struct {
  num x, y, z;
} Vector;

DEVICE Vector separation(SOURCE_ROW row, Target target) {
  Vector r;
  r.x = SEPARATION(row, target, x);
  r.y = SEPARATION(row, target, y);
  r.z = SEPARATION(row, target, z);
  return r;
}
DEVICE Vector relative_velocity(SOURCE_ROW row, Target target) {
  Vector v;
  v.x = RELATIVE(row, target, vx);
  v.y = RELATIVE(row, target, vy);
  v.z = RELATIVE(row, target, vz);
  return v;
}
DEVICE Vector relative_acceleration(SOURCE_ROW row, Target target) {
  Vector a;
#if SNAP
  a.x = RELATIVE(row, target, ax);
  a.y = RELATIVE(row, target, ay);
  a.z = RELATIVE(row, target, az);
#else
  a.x = a.y = a.z = zero();
#endif
  return a;
}
DEVICE num product(Vector a, Vector b) { return times_plus(a.z, b.z, times_plus(a.y, b.y, times(a.x, b.x))); }
DEVICE num norm2_plus(Vector a, num rest) {
  return times_plus(a.z, a.z, times_plus(a.y, a.y, times_plus(a.x, a.x, rest)));
}

// A pair on its way into the sums. With al = r.v/r^2 and be = (v^2 + r.a)/r^2 + al^2:
// A = m r/r^3, J = m v/r^3 - 3 al A, S = m a/r^3 - 6 al J - 3 be A (Nitadori & Makino 2008).
typedef struct {
  Vector r;
  num r2;
} Measured;

// Adds the potential of a source at softened distance sqrt(r2). Returns 1/r, with SCALED_BY_ROOT3 times that.
DEVICE num add_potential(Measured pair, num mass, num* potential) {
  const num r_1 = inverse_root(pair.r2);
  *potential = plus(*potential, times(mass, r_1));
  return r_1;
}

#if FORCE
typedef struct {
  num m_r3, three_al;
#if SNAP
  num three_be;
#endif
} Weighed;

DEVICE Weighed weigh_pair(SOURCE_ROW row, Target target, Measured pair, num mass, num* potential) {
  Weighed weighed;
  const num r_1 = add_potential(pair, mass, potential);
  const num r_2 = times(r_1, r_1);
  const Vector v = relative_velocity(row, target);
  const num rv_r2 = times(product(pair.r, v), r_2);
  weighed.m_r3 = times(times(mass, r_1), r_2);
#if SCALED_BY_ROOT3
  weighed.three_al = rv_r2;
#else
  weighed.three_al = scaled(rv_r2, (real)3);
#endif
#if SNAP
  const Vector a = relative_acceleration(row, target);
  const num v2_ra = norm2_plus(v, product(pair.r, a));
#if SCALED_BY_ROOT3
  weighed.three_be = times_plus(v2_ra, r_2, times(scaled(rv_r2, (real)1 / (real)3), rv_r2));
#else
  weighed.three_be = times_plus(scaled(v2_ra, (real)3), r_2, times(rv_r2, weighed.three_al));
#endif
#endif
  return weighed;
}

DEVICE void add_pair(SOURCE_ROW row, Target target, Vector r, Weighed pair, Sums* sums) {
  const Vector v = relative_velocity(row, target);
  sums->ax = times_plus(pair.m_r3, r.x, sums->ax);
  sums->ay = times_plus(pair.m_r3, r.y, sums->ay);
  sums->az = times_plus(pair.m_r3, r.z, sums->az);
  // J / (m/r^3)
  Vector j;
  j.x = minus_times(v.x, pair.three_al, r.x);
  j.y = minus_times(v.y, pair.three_al, r.y);
  j.z = minus_times(v.z, pair.three_al, r.z);
  sums->jx = times_plus(pair.m_r3, j.x, sums->jx);
  sums->jy = times_plus(pair.m_r3, j.y, sums->jy);
  sums->jz = times_plus(pair.m_r3, j.z, sums->jz);
#if SNAP
  const Vector a = relative_acceleration(row, target);
  const num six_al = scaled(pair.three_al, (real)2);
  sums->sx = times_plus(pair.m_r3, minus_times(minus_times(a.x, pair.three_be, r.x), six_al, j.x), sums->sx);
  sums->sy = times_plus(pair.m_r3, minus_times(minus_times(a.y, pair.three_be, r.y), six_al, j.y), sums->sy);
  sums->sz = times_plus(pair.m_r3, minus_times(minus_times(a.z, pair.three_be, r.z), six_al, j.z), sums->sz);
#endif
}
#endif
