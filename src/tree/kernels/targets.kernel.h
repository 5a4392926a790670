// Targets in the order of the tree, and the groups of them that share a walk.

// Test points, which have no place, come last.
KERNEL(target_keys)
(const GLOBAL uint* slots, uint count, const GLOBAL uint* place, GLOBAL uint64* keys, GLOBAL uint* order) {
  const uint k = GLOBAL_ID;
  if (k >= count) return;
  keys[k] = slots[k] == NO_PLACE ? NO_PLACE : place[slots[k]];
  order[k] = k;
}

// Columns x, y, z, then their low parts, the last accelerations and the softening; all in code units.
KERNEL(order_targets)
(const GLOBAL float* columns, const GLOBAL uint64* keys, const GLOBAL uint* order, uint count, float scale,
 float acceleration_scale, GLOBAL Target* targets) {
  const uint k = GLOBAL_ID;
  if (k >= count) return;
  const uint from = order[k];
  Target target;
  for (uint axis = 0; axis < 3; ++axis) {
    target.high[axis] = columns[axis * count + from] * scale;
    target.low[axis] = columns[(3 + axis) * count + from] * scale;
  }
  target.old_acceleration = columns[6 * count + from] * acceleration_scale;
  target.softening2 = columns[7 * count + from] * (scale * scale);
  target.unused[0] = target.unused[1] = target.unused[2] = 0;
  target.place = (uint)keys[k];
  targets[k] = target;
}

// Where no acceleration is known, that of a first round.
KERNEL(take_accelerations)
(const GLOBAL float* sums, const GLOBAL uint* order, uint count, GLOBAL Target* targets) {
  const uint k = GLOBAL_ID;
  if (k >= count || targets[k].old_acceleration > 0) return;
  const GLOBAL float* sum = sums + 4 * order[k];
  Vector a;
  a.x = sum[0], a.y = sum[1], a.z = sum[2];
  targets[k].old_acceleration = sqrt(norm2(a));
}

// BALL: 0 about the mean, 1 about the middle of the box, 2 the smaller of those, 3 by Ritter's method. All relative to
// the first target, in float.
typedef struct {
  Vector centre;
  float radius;
} Ball;

DEVICE Vector from_first(const GLOBAL Target* targets, uint k) {
  Vector r;
  BETWEEN(targets, targets + k, r);
  return r;
}
DEVICE Vector difference(Vector a, Vector b) {
  Vector r;
  r.x = a.x - b.x, r.y = a.y - b.y, r.z = a.z - b.z;
  return r;
}
DEVICE Ball ball_about(const GLOBAL Target* targets, uint count, Vector centre) {
  float r2 = 0;
  for (uint k = 0; k < count; ++k) r2 = fmax(r2, norm2(difference(from_first(targets, k), centre)));
  Ball ball;
  ball.centre = centre;
  ball.radius = sqrt(r2);
  return ball;
}
DEVICE Vector farthest_from(const GLOBAL Target* targets, uint count, Vector from) {
  Vector farthest = from;
  float r2 = 0;
  for (uint k = 0; k < count; ++k) {
    const Vector at = from_first(targets, k);
    const float d2 = norm2(difference(at, from));
    if (d2 > r2) farthest = at, r2 = d2;
  }
  return farthest;
}
// A ball over two distant bodies grows until it contains all.
DEVICE Ball ritter_ball(const GLOBAL Target* targets, uint count) {
  const Vector a = farthest_from(targets, count, from_first(targets, 0)), b = farthest_from(targets, count, a);
  Vector centre;
  centre.x = 0.5f * (a.x + b.x), centre.y = 0.5f * (a.y + b.y), centre.z = 0.5f * (a.z + b.z);
  float radius = 0.5f * sqrt(norm2(difference(a, b)));
  for (uint k = 0; k < count; ++k) {
    const Vector r = difference(from_first(targets, k), centre);
    const float d = sqrt(norm2(r));
    if (d <= radius) continue;
    const float share = 0.5f * (d - radius) / d;
    centre.x += share * r.x, centre.y += share * r.y, centre.z += share * r.z;
    radius = 0.5f * (radius + d);
  }
  return ball_about(targets, count, centre);
}
DEVICE Ball ball_of(const GLOBAL Target* targets, uint count, uint kind) {
  if (kind == 3) return ritter_ball(targets, count);
  Vector sum = from_first(targets, 0), low = sum, high = sum;
  for (uint k = 1; k < count; ++k) {
    const Vector at = from_first(targets, k);
    sum.x += at.x, sum.y += at.y, sum.z += at.z;
    low.x = fmin(low.x, at.x), low.y = fmin(low.y, at.y), low.z = fmin(low.z, at.z);
    high.x = fmax(high.x, at.x), high.y = fmax(high.y, at.y), high.z = fmax(high.z, at.z);
  }
  const float share = 1 / (float)count;
  Vector mean, middle;
  mean.x = sum.x * share, mean.y = sum.y * share, mean.z = sum.z * share;
  middle.x = 0.5f * (low.x + high.x), middle.y = 0.5f * (low.y + high.y), middle.z = 0.5f * (low.z + high.z);
  const Ball about_mean = ball_about(targets, count, mean), about_middle = ball_about(targets, count, middle);
  if (kind == 0) return about_mean;
  if (kind == 1) return about_middle;
  return about_mean.radius < about_middle.radius ? about_mean : about_middle;
}

// The first `placed` targets are in chunks of `most`; behind them every test point is a chunk.
DEVICE uint chunk_first(uint chunk, uint placed, uint most) {
  const uint chunks = (placed + most - 1) / most;
  return chunk < chunks ? chunk * most : placed + (chunk - chunks);
}
DEVICE uint chunk_count(uint chunk, uint placed, uint most) {
  const uint first = chunk_first(chunk, placed, most);
  return first >= placed ? 1 : placed - first < most ? placed - first : most;
}

// Radii of chunks as keys to be sorted: the bits of floats that are not negative are in their order.
KERNEL(chunk_radii)
(const GLOBAL Target* targets, uint chunks, uint placed, uint most, uint kind, GLOBAL uint64* keys,
 GLOBAL uint* values) {
  const uint chunk = GLOBAL_ID;
  if (chunk >= chunks) return;
  union {
    float number;
    uint bits;
  } radius;
  radius.number = ball_of(targets + chunk_first(chunk, placed, most), chunk_count(chunk, placed, most), kind).radius;
  keys[chunk] = radius.bits;
  values[chunk] = chunk;
}

DEVICE Group group_of(const GLOBAL Target* targets, uint first, uint count, Ball ball) {
  Group group;
  const float by[3] = {ball.centre.x, ball.centre.y, ball.centre.z};
  for (uint axis = 0; axis < 3; ++axis) {
    const Pair x = moved(targets[first].high[axis], targets[first].low[axis], by[axis]);
    group.high[axis] = x.hi, group.low[axis] = x.lo;
  }
  group.radius = ball.radius * ROUNDED_UP;
  group.scale = 1;
  group.first = first;
  group.count = count;
  group.unused[0] = group.unused[1] = 0;
  return group;
}

// Halves chunks until their balls are small enough compared with the median of all and their members are spread over
// few bodies. Without `groups` it only counts the parts; with them it puts them where the scan of those numbers says.
// The number behind the last is zero.
KERNEL(split_chunks)
(const GLOBAL Target* targets, uint chunks, uint placed, uint most, uint kind, float split_radius, uint most_span,
 const GLOBAL uint64* sorted_radii, uint writing, GLOBAL uint* parts, GLOBAL Group* groups) {
  const uint chunk = GLOBAL_ID;
  if (chunk > chunks) return;
  if (chunk == chunks) {
    if (!writing) parts[chunk] = 0;
    return;
  }
  union {
    float number;
    uint bits;
  } median;
  median.bits = (uint)sorted_radii[chunks / 2];
  const float largest = split_radius * median.number;
  // Ranges that wait; a chunk of 1024 is halved ten times at most.
  uint first[16], count[16], waiting = 1, n = 0;
  first[0] = chunk_first(chunk, placed, most);
  count[0] = chunk_count(chunk, placed, most);
  while (waiting > 0) {
    --waiting;
    const uint at = first[waiting], members = count[waiting];
    const Ball ball = ball_of(targets + at, members, kind);
    const uint span = targets[at + members - 1].place - targets[at].place;
    if (members == 1 || (ball.radius <= largest && span < most_span)) {
      if (writing) groups[parts[chunk] + n] = group_of(targets, at, members, ball);
      ++n;
    } else {
      first[waiting] = at + members / 2, count[waiting] = members - members / 2, ++waiting;
      first[waiting] = at, count[waiting] = members / 2, ++waiting;
    }
  }
  if (!writing) parts[chunk] = n;
}

// For the acceleration criterion: the smallest known one among the members.
KERNEL(scale_groups)
(const GLOBAL Target* targets, GLOBAL Group* groups, uint count, uint criterion, uint quadrupole) {
  const uint g = GLOBAL_ID;
  if (g >= count) return;
  float least = 0;
  for (uint k = groups[g].first; k < groups[g].first + groups[g].count; ++k) {
    const float a = targets[k].old_acceleration;
    if (a > 0 && (least == 0 || a < least)) least = a;
  }
  const bool matters = criterion == 2 && least > 0;
  groups[g].scale = !matters ? 1 : quadrupole ? exp2(-0.2f * log2(least)) : 1 / sqrt(sqrt(least));
}
