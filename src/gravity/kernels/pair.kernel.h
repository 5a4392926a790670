// What one source does to VEC targets. FORCE: acceleration and jerk; SNAP: snap too; SUMS: anything at all, always
// with the potential. r and v are source minus target.
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
#define SOURCE(row, quantity) pair_of(SPLAT((row).quantity), SPLAT((row).low_##quantity))
#define RELATIVE(row, target, quantity) minus(SOURCE(row, quantity), (target).quantity)
#define SEPARATION(row, target, axis) RELATIVE(row, target, axis)
#else
#define SOURCE(row, quantity) SPLAT((row).quantity)
#define RELATIVE(row, target, quantity) (SOURCE(row, quantity) - (target).quantity)
#if TWO_FLOAT
#define SEPARATION(row, target, axis) \
  (RELATIVE(row, target, axis) + (SPLAT((row).low_##axis) - (target).low_##axis))
#else
#define SEPARATION(row, target, axis) RELATIVE(row, target, axis)
#endif
#endif

typedef struct {
  num x, y, z;
} Vector;

DEVICE Vector separation(Row row, Target target) {
  Vector r;
  r.x = SEPARATION(row, target, x);
  r.y = SEPARATION(row, target, y);
  r.z = SEPARATION(row, target, z);
  return r;
}
DEVICE Vector relative_velocity(Row row, Target target) {
  Vector v;
  v.x = RELATIVE(row, target, vx);
  v.y = RELATIVE(row, target, vy);
  v.z = RELATIVE(row, target, vz);
  return v;
}
DEVICE num product(Vector a, Vector b) {
  return times_plus(a.z, b.z, times_plus(a.y, b.y, times(a.x, b.x)));
}
DEVICE num norm2_plus(Vector a, num rest) {
  return times_plus(a.z, a.z, times_plus(a.y, a.y, times_plus(a.x, a.x, rest)));
}

// Adds a source at softened distance sqrt(r2). With al = r.v/r^2 and be = (v^2 + r.a)/r^2 + al^2:
// A = m r/r^3, J = m v/r^3 - 3 al A, S = m a/r^3 - 6 al J - 3 be A (Nitadori & Makino 2008).
DEVICE void add_pair(Row row, Target target, Vector r, num r2, num mass, Sums* sums) {
  const num r_1 = inverse_root(r2);
  const num m_r = times(mass, r_1);
  sums->potential = plus(sums->potential, m_r);
#if FORCE
  const num r_2 = times(r_1, r_1);
  const num m_r3 = times(m_r, r_2);
  const Vector v = relative_velocity(row, target);
  const num al = times(product(r, v), r_2);
  const num minus_3al = scaled(al, (real)-3);
  sums->ax = times_plus(m_r3, r.x, sums->ax);
  sums->ay = times_plus(m_r3, r.y, sums->ay);
  sums->az = times_plus(m_r3, r.z, sums->az);
  // J / (m/r^3)
  Vector j;
  j.x = times_plus(minus_3al, r.x, v.x);
  j.y = times_plus(minus_3al, r.y, v.y);
  j.z = times_plus(minus_3al, r.z, v.z);
  sums->jx = times_plus(m_r3, j.x, sums->jx);
  sums->jy = times_plus(m_r3, j.y, sums->jy);
  sums->jz = times_plus(m_r3, j.z, sums->jz);
#endif
#if SNAP
  Vector a;
  a.x = RELATIVE(row, target, ax);
  a.y = RELATIVE(row, target, ay);
  a.z = RELATIVE(row, target, az);
  const num be = times_plus(norm2_plus(v, product(r, a)), r_2, times(al, al));
  const num minus_3be = scaled(be, (real)-3);
  const num minus_6al = scaled(minus_3al, (real)2);
  sums->sx = times_plus(m_r3, times_plus(minus_6al, j.x, times_plus(minus_3be, r.x, a.x)), sums->sx);
  sums->sy = times_plus(m_r3, times_plus(minus_6al, j.y, times_plus(minus_3be, r.y, a.y)), sums->sy);
  sums->sz = times_plus(m_r3, times_plus(minus_6al, j.z, times_plus(minus_3be, r.z, a.z)), sums->sz);
#endif
}
