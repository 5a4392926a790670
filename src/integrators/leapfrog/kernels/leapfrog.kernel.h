// Bodies of a leap-frog whose whole state stays on the device, in double: nine columns of `n` numbers, position,
// velocity and acceleration, and a column of levels. The arithmetic is that of leapfrog/leapfrog.cpp, operation by
// operation.
#define PLACE 0
#define VELOCITY 3
#define ACCELERATION 6

DEVICE int64 step_of(float level) { return (int64)1 << (int)level; }
DEVICE double units_of(int64 ticks) { return (double)ticks / 281474976710656.0; }  // 2^48

// Which bodies are due at a block time: those whose step divides it. The number behind the last is zero.
KERNEL(find_due)(const GLOBAL float* levels, uint n, int64 when, GLOBAL uint* due) {
  const uint i = GLOBAL_ID;
  if (i > n) return;
  due[i] = i < n && (when & (step_of(levels[i]) - 1)) == 0 ? 1 : 0;
}

// `starts` is the exclusive scan of what find_due() says.
KERNEL(take_due)(const GLOBAL uint* starts, uint n, GLOBAL uint* slots) {
  const uint i = GLOBAL_ID;
  if (i < n && starts[i + 1] != starts[i]) slots[starts[i]] = i;
}

// By the number of a Family, of FAMILIES (a macro): the share of a target in the square of the softening, and the
// square of a step at unit acceleration.
#define SOFTENING2(family) by_family[family]
#define STEP2(family) by_family[FAMILIES + (family)]

// Targets of the tree: columns of places in pairs of floats, of the last accelerations, and of the softening.
KERNEL(predict_due)
(const GLOBAL double* state, uint n, const GLOBAL float* levels, const GLOBAL uint* families,
 const GLOBAL double* by_family, const GLOBAL uint* slots, uint count, GLOBAL double* places, GLOBAL float* targets) {
  const uint k = GLOBAL_ID;
  if (k >= count) return;
  const uint i = slots[k];
  const double h = units_of(step_of(levels[i]));
  double a2 = 0;
  for (uint axis = 0; axis < 3; ++axis) {
    const double a = state[(ACCELERATION + axis) * n + i];
    const double x = state[(PLACE + axis) * n + i] + h * (state[(VELOCITY + axis) * n + i] + h / 2 * a);
    places[axis * count + k] = x;
    const float high = (float)x;
    targets[axis * count + k] = high;
    targets[(3 + axis) * count + k] = (float)(x - (double)high);
    a2 = axis == 0 ? a * a : a2 + a * a;
  }
  targets[6 * count + k] = (float)sqrt(a2);
  targets[7 * count + k] = (float)SOFTENING2(families[i]);
}

DEVICE int level_at_most(double dt) {
  const double ticks = dt * 281474976710656.0;
  return !(ticks >= 2) ? 0 : ticks >= 4611686018427387904.0 ? 62 : ilogb(ticks);
}

// Shrinks by any power of two, grows by one doubling where that divides the time. -1 for a step below a tick.
DEVICE int chosen_level(double wanted, int old, int largest, int64 when) {
  if (wanted * 281474976710656.0 < 1) return -1;
  const int at_most = level_at_most(wanted), fits = at_most < largest ? at_most : largest;
  if (fits <= old) return fits;
  return (when & (((int64)2 << old) - 1)) == 0 ? old + 1 : old;
}

// The end of the step of every due body is written to separate columns and rows: nothing is lost when one cannot
// continue, which is marked by a level of -1. FIXED is the level of all, or -1: steps are sqrt(STEP2 / acceleration).
KERNEL(correct_due)
(const GLOBAL double* state, const GLOBAL double* mass, uint n, const GLOBAL float* levels, const GLOBAL uint* families,
 const GLOBAL double* by_family, const GLOBAL uint* slots, uint count, int64 when, const GLOBAL double* places,
 const GLOBAL float* sums, double unit, int largest, int fixed, GLOBAL double* corrected, GLOBAL float* next_levels,
 GLOBAL BodyRow* rows) {
  const uint k = GLOBAL_ID;
  if (k >= count) return;
  const uint i = slots[k];
  const double h = units_of(step_of(levels[i]));
  BodyRow row;
  bool finite = true;
  double a2 = 0;
  for (uint axis = 0; axis < 3; ++axis) {
    const double x = places[axis * count + k], a = (double)sums[4 * k + axis] * unit;
    const double half_way = state[(VELOCITY + axis) * n + i] + h / 2 * state[(ACCELERATION + axis) * n + i];
    const double v = half_way + h / 2 * a;
    corrected[axis * count + k] = v;
    corrected[(3 + axis) * count + k] = a;
    finite = finite && x - x == 0 && a - a == 0;
    row.high[axis] = (float)x, row.low[axis] = (float)(x - (double)row.high[axis]);
    row.velocity[axis] = (float)v, row.acceleration[axis] = (float)a;
    a2 = axis == 0 ? a * a : a2 + a * a;
  }
  row.mass = (float)mass[i];
  row.slot = i;
  row.time = when;
  rows[k] = row;
  const double size = sqrt(a2);
  const double wanted = size > 0 ? sqrt(STEP2(families[i]) / size) : (double)INFINITY;
  const int level = fixed >= 0 ? fixed : chosen_level(wanted, (int)levels[i], largest, when);
  next_levels[k] = finite ? (float)level : -1.0f;
}

// `shared` is the level of all due bodies, or -1: each has its own.
KERNEL(store_due)
(GLOBAL double* state, uint n, GLOBAL float* levels, const GLOBAL uint* slots, uint count, const GLOBAL double* places,
 const GLOBAL double* corrected, const GLOBAL float* next_levels, float shared) {
  const uint k = GLOBAL_ID;
  if (k >= count) return;
  const uint i = slots[k];
  for (uint axis = 0; axis < 3; ++axis) {
    state[(PLACE + axis) * n + i] = places[axis * count + k];
    state[(VELOCITY + axis) * n + i] = corrected[axis * count + k];
    state[(ACCELERATION + axis) * n + i] = corrected[(3 + axis) * count + k];
  }
  levels[i] = shared >= 0 ? shared : next_levels[k];
}
