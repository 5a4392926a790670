// Mass, centre, size and second moments of cells, from the leaves up.

typedef struct {
  float mass, x, y, z, xx, xy, xz, yy, yz, zz;
} Moments;

DEVICE void add_mass(Moments* sums, float m, Vector r) {
  const float mx = m * r.x, my = m * r.y, mz = m * r.z;
  sums->mass += m;
  sums->x += mx, sums->y += my, sums->z += mz;
  sums->xx += mx * r.x, sums->xy += mx * r.y, sums->xz += mx * r.z;
  sums->yy += my * r.y, sums->yz += my * r.z, sums->zz += mz * r.z;
}

DEVICE void add_second_moments(Moments* sums, const GLOBAL CellRow* cell) {
  const float third = 1.0f / 3;
  sums->xx += third * cell->xx, sums->yy += third * cell->yy, sums->zz += third * cell->zz;
  sums->xy += third * cell->xy, sums->xz += third * cell->xz, sums->yz += third * cell->yz;
}

// A body of a leaf or a child of another cell.
typedef struct {
  float high[3], low[3], mass, size, softening2;
} Member;

DEVICE Member member_of(bool is_leaf, const GLOBAL Body* bodies, const GLOBAL CellRow* rows,
                        const GLOBAL float* softening2, uint i) {
  Member member;
  for (uint axis = 0; axis < 3; ++axis) {
    member.high[axis] = is_leaf ? bodies[i].high[axis] : rows[i].high[axis];
    member.low[axis] = is_leaf ? bodies[i].low[axis] : rows[i].low[axis];
  }
  member.mass = is_leaf ? bodies[i].mass : rows[i].mass;
  member.size = is_leaf ? 0 : rows[i].size;
  member.softening2 = is_leaf ? bodies[i].softening2 : softening2[i];
  return member;
}

// The cells begin .. begin + count - 1, whose children are done.
KERNEL(sum_cells)
(const GLOBAL Cell* cells, uint begin, uint count, const GLOBAL Body* bodies, GLOBAL CellRow* rows,
 GLOBAL float* softening2) {
  if (GLOBAL_ID >= count) return;
  const uint c = begin + GLOBAL_ID;
  const Cell cell = cells[c];
  const bool is_leaf = cell.children == 0;
  const uint first = is_leaf ? cell.first : cell.child, end = first + (is_leaf ? cell.count : cell.children);
  const Member origin = member_of(is_leaf, bodies, rows, softening2, first);
  Moments sums;
  sums.mass = sums.x = sums.y = sums.z = sums.xx = sums.xy = sums.xz = sums.yy = sums.yz = sums.zz = 0;
  Vector mean, r;
  mean.x = mean.y = mean.z = 0;
  float weighed = 0, plain = 0;  // sums of shares of softening
  for (uint i = first; i < end; ++i) {
    const Member member = member_of(is_leaf, bodies, rows, softening2, i);
    BETWEEN(&origin, &member, r);
    add_mass(&sums, member.mass, r);
    if (!is_leaf) add_second_moments(&sums, rows + i);
    mean.x += r.x, mean.y += r.y, mean.z += r.z;
    weighed += member.mass * member.softening2, plain += member.softening2;
  }
  // The place of a massless cell is the mean of its members.
  const float m = sums.mass, share = 1 / (m > 0 ? m : (float)(end - first));
  if (m > 0) mean.x = sums.x, mean.y = sums.y, mean.z = sums.z;
  mean.x *= share, mean.y *= share, mean.z *= share;
  CellRow row;
  const float by[3] = {mean.x, mean.y, mean.z};
  for (uint axis = 0; axis < 3; ++axis) {
    const Pair x = moved(origin.high[axis], origin.low[axis], by[axis]);
    row.high[axis] = x.hi, row.low[axis] = x.lo;
  }
  float size = 0;
  for (uint i = first; i < end; ++i) {
    const Member member = member_of(is_leaf, bodies, rows, softening2, i);
    BETWEEN(&row, &member, r);
    size = fmax(size, sqrt(norm2(r)) + member.size);
  }
  // About the centre of mass. Rounding may make a sum of squares negative.
  row.mass = m;
  row.size = size * ROUNDED_UP;
  row.xx = 3 * fmax(sums.xx - m * mean.x * mean.x, 0.0f);
  row.yy = 3 * fmax(sums.yy - m * mean.y * mean.y, 0.0f);
  row.zz = 3 * fmax(sums.zz - m * mean.z * mean.z, 0.0f);
  row.xy = 3 * (sums.xy - m * mean.x * mean.y);
  row.xz = 3 * (sums.xz - m * mean.x * mean.z);
  row.yz = 3 * (sums.yz - m * mean.y * mean.z);
  row.spread2 = (row.xx + row.yy + row.zz) / 3;
  row.reach = 0;
  rows[c] = row;
  softening2[c] = (m > 0 ? weighed : plain) * share;
}

// The rules of tree/opening.h. CRITERION: 0 angle, 1 multipole, 2 acceleration.
DEVICE float multipole_reach(float size, float spread2, bool quadrupole, float error) {
  if (!quadrupole) return size / 2 + sqrt(size * size / 4 + sqrt(3 * spread2 / error));
  if (size == 0) return 0;
  const float wanted = 4 * spread2 * size / error;
  float d = size + fmin(exp2(0.2f * log2(wanted)), sqrt(wanted / (size * size * size)));
  for (uint i = 0; i < 6; ++i) {
    const float gap = d - size;
    if (!(gap > 0)) return size;
    d -= (gap * gap * d * d * d - wanted) / (gap * d * d * (2 * d + 3 * gap));
  }
  return d;
}

KERNEL(set_reach)(GLOBAL CellRow* rows, uint count, uint criterion, uint quadrupole, float accuracy) {
  const uint c = GLOBAL_ID;
  if (c >= count) return;
  const float size = rows[c].size, spread2 = rows[c].spread2, mass = rows[c].mass;
  float reach;
  if (criterion == 0) {
    reach = size / accuracy;
  } else if (criterion == 1) {
    // G M / R^2 of the whole; the root has the bits of all launches, as only the reach changes here.
    const float field = rows[0].spread2 > 0 ? rows[0].mass * rows[0].mass / rows[0].spread2 : 1;
    reach = multipole_reach(size, spread2, quadrupole != 0, accuracy * field);
  } else if (quadrupole) {
    reach = exp2(0.2f * log2(spread2 * size / accuracy));
  } else {
    reach = sqrt(sqrt(mass / accuracy) * size);
  }
  rows[c].reach = reach;
}
