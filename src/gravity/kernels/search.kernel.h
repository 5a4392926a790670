// Which sources are neighbours. LISTS: 0 none, 1 by distance, 2 by the end points of a step too, 3 by the segment between
// them (ListRule in force_engine.h). NEAREST: the nearest source. Distances are unsoftened.
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

DEVICE maskv is_within(SOURCE_ROW row, Target target, Vector r, num r2, Reach reach) {
  maskv within = is_less(r2, reach.radius2);
#if LISTS > 1
  const Vector v = relative_velocity(row, target);
#if LISTS == 2
  const num time = reach.time;
#else
  // Nearest at -r.v/v^2, if that lies within the step. One float is enough for it: an error of it moves the nearest
  // point along the orbit, where the distance is stationary.
  const num rv = product(r, v);
  const num v2 = product(v, v);
#if EXTENDED
  realv tau = -rv.hi / v2.hi;
  tau = v2.hi > SPLAT((real)0) ? tau : SPLAT((real)0);
  tau = tau > SPLAT((real)0) ? tau : SPLAT((real)0);
  const num time = pair_of(tau < reach.time.hi ? tau : reach.time.hi, tau < reach.time.hi ? SPLAT((real)0) : reach.time.lo);
#else
  realv tau = -rv / v2;
  tau = v2 > SPLAT((real)0) ? tau : SPLAT((real)0);
  tau = tau > SPLAT((real)0) ? tau : SPLAT((real)0);
  const num time = tau < reach.time ? tau : reach.time;
#endif
#endif
  Vector then;
  then.x = times_plus(v.x, time, r.x);
  then.y = times_plus(v.y, time, r.y);
  then.z = times_plus(v.z, time, r.z);
  within |= is_less(product(then, then), reach.radius2);
#endif
  return within;
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
