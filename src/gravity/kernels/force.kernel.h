// Sums over sources for many targets (papers: Gaburov et al. 2009 section 2.3, Nitadori & Aarseth 2012 section 3.4).
//
// Sources come in leaves of 256 rows. A work-item takes VEC targets and a subrange of `leaves_per_item` leaves, a
// power of two: a subtree of the binary tree in which leaves are added, so that the cut moves no bit. A group takes
// `leaf_lanes` subranges side by side, each for GROUP_SIZE / leaf_lanes vectors of targets: 1 when there are many
// targets, more when there are few.
#define LEAF 256
#define LEVELS 8

#if SNAP
#define COMPONENTS 10
#elif FORCE
#define COMPONENTS 7
#elif SUMS
#define COMPONENTS 1
#else
#define COMPONENTS 0
#endif

#if COMPONENTS
typedef struct {
  total sum[COMPONENTS];
} Totals;

// The sum of a leaf without the powers of sqrt(3) that its terms carry.
#if !SCALED_BY_ROOT3
#define UNSCALED(x) total_of(x)
#define UNSCALED3(x) total_of(x)
#elif FP64
#define UNSCALED(x) total_of((x)*SPLAT(1 / ROOT3))
#define UNSCALED3(x) total_of((x)*SPLAT(1 / (3 * ROOT3)))
#else
#define UNSCALED(x) pair_multiply(total_of(x), pair_of(SPLAT(0.57735026f), SPLAT(1.0362417e-8f)))
#define UNSCALED3(x) pair_multiply(total_of(x), pair_of(SPLAT(0.19245009f), SPLAT(-1.5129149e-9f)))
#endif

DEVICE Totals totals_of(Sums sums) {
  Totals totals;
  totals.sum[0] = UNSCALED(sums.potential);
#if FORCE
  totals.sum[1] = UNSCALED3(sums.ax), totals.sum[2] = UNSCALED3(sums.ay), totals.sum[3] = UNSCALED3(sums.az);
  totals.sum[4] = UNSCALED3(sums.jx), totals.sum[5] = UNSCALED3(sums.jy), totals.sum[6] = UNSCALED3(sums.jz);
#endif
#if SNAP
  totals.sum[7] = UNSCALED3(sums.sx), totals.sum[8] = UNSCALED3(sums.sy), totals.sum[9] = UNSCALED3(sums.sz);
#endif
  return totals;
}

// The carry of a binary counter: leaf k closes as many subtrees as k has trailing ones.
DEVICE void push_leaf(Totals* stack, uint k, Totals leaf) {
  uint level = 0;
  for (; k >> level & 1; ++level)
    for (uint c = 0; c < COMPONENTS; ++c) leaf.sum[c] = total_plus(stack[level].sum[c], leaf.sum[c]);
  stack[level] = leaf;
}
#endif

typedef struct {
  Target target;
  num eps2;
#if LISTS
  Reach reach;
  uint list_rule;
  uint far_only;
#endif
} Task;

typedef struct {
  Sums sums;
#if LISTS
  Found found;
#endif
#if NEAREST
  Nearest nearest;
#endif
} Harvest;

// One source and VEC targets: measures it and looks whether it is a neighbour. `masked`, a constant, says that it may
// be one of them. What is left out of the sums has no mass, at distance 1 or more.
DEVICE Measured meet(SOURCE_ROW row, uint slot, const Task* task, bool masked, maskv is_self, num* mass,
                     Harvest* harvest) {
  const Vector r = separation(row, task->target);
  maskv left_out = is_self;
#if LISTS || NEAREST
  const num distance2 = product(r, r);
  // Parked rows are never neighbours. In the sums they have no mass.
  const bool is_source = row->x != PARKED_COORDINATE;
#endif
  num r2 = norm2_plus(r, task->eps2);  // not from the above: bits must not depend on what else is wanted
#if LISTS
  maskv within = is_within(row, task->target, r, distance2, task->reach, task->list_rule);
  if (masked) within &= ~is_self;
  if (!is_source) within = (maskv)(0);
  if (ANY(within)) append(&harvest->found, within, slot);
  if (task->far_only) left_out |= within;
#endif
#if NEAREST
  maskv nearer = is_less(distance2, harvest->nearest.distance2);
  if (masked) nearer &= ~is_self;
  if (is_source) {
    harvest->nearest.slot = nearer ? (maskv)(slot) : harvest->nearest.slot;
#if EXTENDED
    harvest->nearest.distance2.hi = nearer ? distance2.hi : harvest->nearest.distance2.hi;
    harvest->nearest.distance2.lo = nearer ? distance2.lo : harvest->nearest.distance2.lo;
#else
    harvest->nearest.distance2 = nearer ? distance2 : harvest->nearest.distance2;
#endif
  }
#endif
  if (masked || LISTS) {
    // Near ones only: far away 1/r^2 = 1 would overflow in the snap.
    r2 = chosen(left_out & is_below_one(r2), (real)1, r2);
    *mass = chosen(left_out, (real)0, SOURCE(row, mass));
  }
  Measured pair;
  pair.r = r;
  pair.r2 = r2;
  return pair;
}

// Each loop is short enough for a CPU to overlap its rounds. Masses are copied where some are left out.
#define MASS(j) (masked || LISTS ? mass[j] : SOURCE(rows + (j), mass))
DEVICE void meet_batch(SOURCE_ROW rows, uint first_slot, const Task* task, bool masked, maskv self_here,
                       Harvest* harvest) {
  num mass[BATCH];
#if FORCE
  Measured pairs[BATCH];
#pragma unroll 1
  for (uint j = 0; j < BATCH; ++j)
    pairs[j] =
        meet(rows + j, first_slot + j, task, masked, masked ? self_here == (int)j : (maskv)(0), mass + j, harvest);
#if ADD_AT_ONCE
#pragma unroll 1
  for (uint j = 0; j < BATCH; ++j) {
    const Weighed weighed = weigh_pair(rows + j, task->target, pairs[j], MASS(j), &harvest->sums.potential);
    add_pair(rows + j, task->target, pairs[j].r, weighed, &harvest->sums);
  }
#else
  Weighed weighed[BATCH];
#pragma unroll 1
  for (uint j = 0; j < BATCH; ++j)
    weighed[j] = weigh_pair(rows + j, task->target, pairs[j], MASS(j), &harvest->sums.potential);
#pragma unroll 1
  for (uint j = 0; j < BATCH; ++j) add_pair(rows + j, task->target, pairs[j].r, weighed[j], &harvest->sums);
#endif
#else
  for (uint j = 0; j < BATCH; ++j) {
    const Measured pair =
        meet(rows + j, first_slot + j, task, masked, masked ? self_here == (int)j : (maskv)(0), mass + j, harvest);
#if SUMS
    add_potential(pair, MASS(j), &harvest->sums.potential);
#else
    (void)pair;
#endif
  }
#endif
}
#undef MASS

// `count` rows from `rows`; the first is row `first_row` of its leaf, and `self_row` the targets' own row there.
DEVICE void meet_rows(SOURCE_ROW rows, uint count, uint first_row, uint first_slot, const Task* task, maskv self_row,
                      Harvest* harvest) {
  const maskv self_here = self_row - (int)first_row;
  if (ANY((self_here >= 0) & (self_here < (int)count)))
    for (uint j = 0; j < count; j += BATCH)
      meet_batch(rows + j, first_slot + j, task, true, self_here - (int)j, harvest);
  else
    for (uint j = 0; j < count; j += BATCH) meet_batch(rows + j, first_slot + j, task, false, (maskv)(0), harvest);
}

KERNEL(pair_sums)
(const GLOBAL real* stored, const GLOBAL int64* stored_time, uint64 stride, int64 when, uint predict,
 const GLOBAL Row* rows, uint leaves, uint first_leaf, uint leaves_per_item, uint leaf_lanes,
 const GLOBAL real* targets, const GLOBAL uint* self_slots, uint64 target_stride, real eps2, real low_eps2,
 GLOBAL real* partial_sums, GLOBAL real* partial_distance2, GLOBAL uint* partial_nearest, GLOBAL uint* list_counts,
 GLOBAL uint* list_slots, uint list_capacity, uint list_rule, uint far_only) {
  const uint vectors_of_group = GROUP_SIZE / leaf_lanes;
  const uint vector = GROUP_X * vectors_of_group + LOCAL_ID % vectors_of_group;
  const uint subrange = GROUP_Y * leaf_lanes + LOCAL_ID / vectors_of_group;
  const maskv self = LOAD_SLOTS(self_slots, vector);
  Task task;
  task.target = load_target(targets, target_stride, vector);
#if EXTENDED
  task.eps2 = pair_of(SPLAT(eps2), SPLAT(low_eps2));
#else
  task.eps2 = SPLAT(eps2);
#endif
  Harvest harvest;
#if LISTS
  task.reach = load_reach(targets, target_stride, vector);
  task.list_rule = list_rule;
  task.far_only = far_only;
  harvest.found.capacity = list_capacity;
  harvest.found.slots = list_slots + (subrange * target_stride + vector * (uint64)VEC) * list_capacity;
  for (uint lane = 0; lane < VEC; ++lane) harvest.found.count[lane] = 0;
#endif
#if NEAREST
#if EXTENDED
  harvest.nearest.distance2 = pair_of(SPLAT((real)INFINITY), SPLAT((real)0));
#else
  harvest.nearest.distance2 = SPLAT((real)INFINITY);
#endif
  harvest.nearest.slot = (maskv)(-1);
#endif
#if COMPONENTS
  Totals stack[LEVELS];
#endif

#if TILE
  LOCAL_ARRAY(Row, tile, LEAF);
  const uint rows_at_once = LEAF / leaf_lanes;
#else
  const uint rows_at_once = LEAF;
#endif
  for (uint k = 0; k < leaves_per_item; ++k) {
    const uint leaf = first_leaf + subrange * leaves_per_item + k;
    const maskv self_row = self - (int)(leaf * LEAF);
    harvest.sums = no_sums();
    for (uint row = 0; row < LEAF; row += rows_at_once) {
#if TILE
      BARRIER();
      for (uint i = LOCAL_ID; i < LEAF; i += GROUP_SIZE) {
        const uint from = first_leaf + (GROUP_Y * leaf_lanes + i / rows_at_once) * leaves_per_item + k;
        const uint slot = from * LEAF + row + i % rows_at_once;
        if (from < leaves) tile[i] = predict ? predicted_row(stored, stored_time, stride, slot, when) : rows[slot];
      }
      BARRIER();
      SOURCE_ROW now = tile + LOCAL_ID / vectors_of_group * rows_at_once;
#else
      SOURCE_ROW now = rows + leaf * (uint64)LEAF;
#endif
      if (leaf < leaves) meet_rows(now, rows_at_once, row, leaf * LEAF + row, &task, self_row, &harvest);
    }
#if COMPONENTS
    push_leaf(stack, k, totals_of(harvest.sums));
#endif
  }

#if COMPONENTS
  uint top = 0;
  while (1u << top < leaves_per_item) ++top;
  for (uint c = 0; c < COMPONENTS; ++c)
    store_total(stack[top].sum[c], partial_sums + (subrange * COMPONENTS + c) * (TOTAL_COLUMNS * target_stride),
                target_stride, vector);
#endif
#if NEAREST
  store_total(total_of(harvest.nearest.distance2), partial_distance2 + subrange * (TOTAL_COLUMNS * target_stride),
              target_stride, vector);
  for (uint lane = 0; lane < VEC; ++lane)
    partial_nearest[subrange * target_stride + vector * VEC + lane] = (uint)MASK_LANE(harvest.nearest.slot, lane);
#endif
#if LISTS
  for (uint lane = 0; lane < VEC; ++lane)
    list_counts[subrange * target_stride + vector * VEC + lane] = harvest.found.count[lane];
#endif
}
