// Which sources are neighbours. LISTS: lists of them; NEAREST: the nearest source. Distances are unsoftened.
#if VEC == 1
#define MASK_LANE(mask, lane) (mask)
#elif FP64
#define MASK_LANE(mask, lane) (((const long*)&(mask))[lane])
#else
#define MASK_LANE(mask, lane) (((const int*)&(mask))[lane])
#endif

#if LISTS
typedef struct {
  num radius2, time;
} Reach;

// Behind the columns of the targets: radius^2 and time, with their low parts in extended.
DEVICE Reach load_reach(const GLOBAL real* targets, uint64 stride, uint index) {
  const GLOBAL real* column = targets + TARGET_COLUMNS * stride;
  Reach reach;
#if EXTENDED
  reach.radius2 = pair_of(LOAD(column, index), LOAD(column + stride, index));
  reach.time = pair_of(LOAD(column + 2 * stride, index), LOAD(column + 3 * stride, index));
#else
  reach.radius2 = LOAD(column, index);
  reach.time = LOAD(column + stride, index);
#endif
  return reach;
}

// The rules of ListRule in force_engine.h.
#define BY_DISTANCE 0
#define BY_END_POINTS 1
#define BY_SEGMENT 2
#define BY_APPROACH 3
#define BY_MIDWAY 4

// When a source is nearest within the step: at -r.v/v^2, if that lies within. One number is enough for it also in
// extended: an error moves the point along the orbit, where the distance is stationary.
DEVICE num nearest_time(Vector r, Vector v, num step) {
#if EXTENDED
  const realv rv = product(r, v).hi, v2 = product(v, v).hi, end = step.hi;
#else
  const realv rv = product(r, v), v2 = product(v, v), end = step;
#endif
  const realv none = SPLAT((real)0);
  realv tau = v2 > none ? -rv / v2 : none;
  tau = tau > none ? tau : none;
  const maskv is_before_end = tau < end;
#if EXTENDED
  return pair_of(is_before_end ? tau : step.hi, is_before_end ? none : step.lo);
#else
  return is_before_end ? tau : end;
#endif
}

// By a power of two, which is exact.
DEVICE num part_of(num value, real parts) {
#if EXTENDED
  return pair_of(value.hi / parts, value.lo / parts);
#else
  return value / parts;
#endif
}

DEVICE num square_after(Vector r, Vector v, num time) {
  Vector then;
  then.x = times_plus(v.x, time, r.x);
  then.y = times_plus(v.y, time, r.y);
  then.z = times_plus(v.z, time, r.z);
  return product(then, then);
}

DEVICE maskv is_within(SOURCE_ROW row, Target target, Vector r, num r2, Reach reach, uint rule) {
  if (rule == BY_DISTANCE) return is_less(r2, reach.radius2);
  const Vector v = relative_velocity(row, target);
  const num time = rule == BY_END_POINTS ? reach.time : nearest_time(r, v, reach.time);
  const uint is_deep = rule == BY_APPROACH || rule == BY_MIDWAY;
  const maskv enters = is_less(square_after(r, v, time), is_deep ? part_of(reach.radius2, (real)4) : reach.radius2);
  if (rule == BY_MIDWAY) r2 = square_after(r, v, part_of(reach.time, (real)2));
  return enters | is_less(r2, reach.radius2);
}

// The lists of VEC targets, of at most `capacity` slots each; what is beyond is counted only.
typedef struct {
  GLOBAL uint* slots;
  uint capacity;
  uint count[VEC];
} Found;

DEVICE void append(Found* found, maskv within, uint slot) {
  for (uint lane = 0; lane < VEC; ++lane)
    if (MASK_LANE(within, lane)) {
      if (found->count[lane] < found->capacity)
        found->slots[lane * (uint64)found->capacity + found->count[lane]] = slot;
      ++found->count[lane];
    }
}
#endif

#if NEAREST
typedef struct {
  num distance2;
  maskv slot;
} Nearest;
#endif
