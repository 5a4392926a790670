// The walk of a group of targets by a work-group of GROUP items. Cells wait on a stack; as many as there are items are
// examined together. Far cells go to a list of cells, bodies of leaves to a list of bodies, and a full list is summed
// and emptied. When the stack is nearly full one cell is processed at a time, for which there is always room: RESERVE
// is 8 children for each level of keys. If there are fewer targets than items, several items share one, each with its
// part of the lists.

#define RESERVE 168
#define NO_BODY 0xfffffffeu

typedef struct {
  float x, y, z, potential;
} Pull;

// Columns of the lists in local memory. A list has room for what all items may add at once.
#define BODY_COLUMNS 5   // x, y, z, mass, softening
#define CELL_COLUMNS 12  // x, y, z, mass, trace, xx, xy, xz, yy, yz, zz, softening
#define BODY(column, j) bodies[(column)*BODY_LIST + (j)]
#define CELL(column, j) cells[(column)*CELL_LIST + (j)]

// What an item does: its target and its part of every list.
typedef struct {
  float x, y, z, softening2;
  uint place, slice, slices;
} Worker;

DEVICE void add_with_error(float* sum, float* error, float value) {
  const float total = *sum + value, t = total - *sum;
  *error += (*sum - (total - t)) + (value - t);
  *sum = total;
}
DEVICE void add_pull(Pull* sum, Pull* error, Pull pull) {
  add_with_error(&sum->x, &error->x, pull.x);
  add_with_error(&sum->y, &error->y, pull.y);
  add_with_error(&sum->z, &error->z, pull.z);
  add_with_error(&sum->potential, &error->potential, pull.potential);
}

READS_LOCAL Pull pull_of_bodies(const LOCAL float* bodies, const LOCAL uint* places, uint count, Worker me) {
  Pull pull;
  pull.x = pull.y = pull.z = pull.potential = 0;
  for (uint j = me.slice; j < count; j += me.slices) {
    const float x = BODY(0, j) - me.x, y = BODY(1, j) - me.y, z = BODY(2, j) - me.z;
    const bool is_self = places[j] == me.place;
    const float s2 = fma(z, z, fma(y, y, fma(x, x, me.softening2 + BODY(4, j))));
    const float u = rsqrt(is_self ? 1.0f : s2), m = is_self ? 0.0f : BODY(3, j);
    const float by_distance = m * u, by_cube = by_distance * (u * u);
    pull.x = fma(by_cube, x, pull.x), pull.y = fma(by_cube, y, pull.y), pull.z = fma(by_cube, z, pull.z);
    pull.potential += by_distance;
  }
  return pull;
}

// See CellRow of tree/moments.h; r here is from the target to the cell.
READS_LOCAL Pull pull_of_cells(const LOCAL float* cells, uint count, Worker me) {
  Pull pull;
  pull.x = pull.y = pull.z = pull.potential = 0;
  for (uint j = me.slice; j < count; j += me.slices) {
    const float x = CELL(0, j) - me.x, y = CELL(1, j) - me.y, z = CELL(2, j) - me.z;
    const float s2 = fma(z, z, fma(y, y, fma(x, x, me.softening2 + CELL(11, j))));
    const float u = rsqrt(s2), u2 = u * u, u5 = u2 * u2 * u;
    const float qx = CELL(5, j) * x + CELL(6, j) * y + CELL(7, j) * z;
    const float qy = CELL(6, j) * x + CELL(8, j) * y + CELL(9, j) * z;
    const float qz = CELL(7, j) * x + CELL(9, j) * y + CELL(10, j) * z;
    const float rqr = u2 * (qx * x + qy * y + qz * z), trace = CELL(4, j);
    const float by_distance = CELL(3, j) * u;
    const float inward = fma(by_distance, u2, -u5 * (trace - 2.5f * rqr));
    pull.x += fma(inward, x, -u5 * qx), pull.y += fma(inward, y, -u5 * qy), pull.z += fma(inward, z, -u5 * qz);
    pull.potential += fma(u2 * u, 0.5f * rqr - trace * (1.0f / 3), by_distance);
  }
  return pull;
}

// Whether one of the targets, whose places ascend, is among the bodies of a cell.
READS_LOCAL bool holds_target(Cell cell, const LOCAL uint* places, uint count) {
  uint below = 0, above = count;  // the first place that is not before the cell is in below .. above
  while (below < above) {
    const uint middle = (below + above) / 2;
    if (places[middle] < cell.first)
      below = middle + 1;
    else
      above = middle;
  }
  return below < count && places[below] < cell.first + cell.count;
}

KERNEL(walk_groups)
(const GLOBAL Cell* cells, const GLOBAL CellRow* rows, const GLOBAL float* softening2, const GLOBAL Body* bodies,
 const GLOBAL Group* groups, const GLOBAL Target* targets, const GLOBAL uint* order, uint first_group, uint quadrupole,
 GLOBAL float* sums, GLOBAL uint* counts) {
  LOCAL_ARRAY(float, body_list, BODY_COLUMNS* BODY_LIST);
  LOCAL_ARRAY(uint, body_places, BODY_LIST);
  LOCAL_ARRAY(float, cell_list, CELL_COLUMNS* CELL_LIST);
  LOCAL_ARRAY(uint, stack, STACK);
  LOCAL_ARRAY(uint, places, GROUP);
  LOCAL_ARRAY(uint, shared, GROUP);
  LOCAL_ARRAY(uint, leaf_first, GROUP);
  LOCAL_ARRAY(uint, leaf_begin, GROUP);
  LOCAL_ARRAY(Pull, pulls, GROUP);
  const uint me = LOCAL_ID, g = first_group + GROUP_X;
  const Group group = groups[g];
  uint width = 1;  // of the items of a slice
  while (width < group.count) width *= 2;
  const uint mine = me % width < group.count ? me % width : 0;
  Worker worker;
  worker.slice = me / width;
  worker.slices = GROUP / width;
  const GLOBAL Target* const target = targets + group.first + mine;
  worker.x = OFFSET(&group, target, 0), worker.y = OFFSET(&group, target, 1), worker.z = OFFSET(&group, target, 2);
  worker.softening2 = target->softening2;
  worker.place = target->place;
  if (me < group.count) places[me] = target->place;
  Pull sum, error;
  sum.x = sum.y = sum.z = sum.potential = error.x = error.y = error.z = error.potential = 0;
  // These are the same in all items. Each list is summed in one place only, since compilers duplicate code that is used
  // in two.
  uint waiting = 1, listed_bodies = 0, listed_cells = 0;
  uint leaf_bodies = 0, copied = 0;  // of the leaves that were opened last
  uint met_bodies = 0, met_cells = 0, checked = 0;
  bool finished = false;
  if (me == 0) stack[0] = 0;
  GROUP_BARRIER();
  while (!finished) {
    if (copied < leaf_bodies) {
      // The bodies of all leaves, one after the other; a leaf may be longer than the list.
      const uint left = leaf_bodies - copied, space = BODY_LIST - listed_bodies, n = left < space ? left : space;
      for (uint k = me; k < n; k += GROUP) {
        // The last leaf that begins at or before this body; those without bodies begin where the next does.
        uint leaf = 0, behind = GROUP;
        while (behind - leaf > 1) {
          const uint middle = (leaf + behind) / 2;
          if (leaf_begin[middle] <= copied + k)
            leaf = middle;
          else
            behind = middle;
        }
        const uint i = leaf_first[leaf] + (copied + k - leaf_begin[leaf]), to = listed_bodies + k;
        body_list[0 * BODY_LIST + to] = OFFSET(&group, bodies + i, 0);
        body_list[1 * BODY_LIST + to] = OFFSET(&group, bodies + i, 1);
        body_list[2 * BODY_LIST + to] = OFFSET(&group, bodies + i, 2);
        body_list[3 * BODY_LIST + to] = bodies[i].mass, body_list[4 * BODY_LIST + to] = bodies[i].softening2;
        body_places[to] = i;
      }
      listed_bodies += n;
      copied += n;
      met_bodies += n;
    } else if (waiting > 0) {
      const uint room = waiting + RESERVE + 7 < STACK ? (STACK - RESERVE - waiting) / 7 : 1;
      uint taken = waiting < GROUP ? waiting : GROUP;
      if (taken > room) taken = room;
      checked += taken;
      waiting -= taken;
      const bool has_cell = me < taken;
      const uint c = has_cell ? stack[waiting + me] : 0;
      Cell cell;
      cell.first = cell.count = cell.child = cell.children = 0;
      bool is_far = false;
      Vector r;
      r.x = r.y = r.z = 0;
      if (has_cell) {
        cell = cells[c];
        BETWEEN(&group, rows + c, r);
        const float limit = fmax(fmax(rows[c].size, rows[c].reach * group.scale), NEAREST_CELL) + group.radius;
        is_far = norm2(r) > limit * limit && !holds_target(cell, places, group.count);
      }
      GROUP_BARRIER();  // every item has its cell: the stack may grow again
      const bool is_near = has_cell && !is_far;
      const uint children = is_near ? cell.children : 0;
      // One sum for two: far cells in the lower half, at most GROUP, and children above.
      const uint before = sum_before_me(children << 16 | (is_far ? 1 : 0), shared);
      const uint born = shared[GROUP - 1] >> 16, far_cells = shared[GROUP - 1] & 0xffffu;
      for (uint k = 0; k < children; ++k) stack[waiting + (before >> 16) + k] = cell.child + k;
      waiting += born;
      met_cells += far_cells;
      if (is_far && quadrupole) {
        const uint to = listed_cells + (before & 0xffffu);
        const GLOBAL CellRow* const row = rows + c;
        cell_list[0 * CELL_LIST + to] = r.x, cell_list[1 * CELL_LIST + to] = r.y, cell_list[2 * CELL_LIST + to] = r.z;
        cell_list[3 * CELL_LIST + to] = row->mass, cell_list[4 * CELL_LIST + to] = 1.5f * row->spread2;
        cell_list[5 * CELL_LIST + to] = row->xx, cell_list[6 * CELL_LIST + to] = row->xy;
        cell_list[7 * CELL_LIST + to] = row->xz, cell_list[8 * CELL_LIST + to] = row->yy;
        cell_list[9 * CELL_LIST + to] = row->yz, cell_list[10 * CELL_LIST + to] = row->zz;
        cell_list[11 * CELL_LIST + to] = softening2[c];
      } else if (is_far) {  // without quadrupoles a cell is one more body
        const uint to = listed_bodies + (before & 0xffffu);
        body_list[0 * BODY_LIST + to] = r.x, body_list[1 * BODY_LIST + to] = r.y, body_list[2 * BODY_LIST + to] = r.z;
        body_list[3 * BODY_LIST + to] = rows[c].mass, body_list[4 * BODY_LIST + to] = softening2[c];
        body_places[to] = NO_BODY;
      }
      if (quadrupole)
        listed_cells += far_cells;
      else
        listed_bodies += far_cells;
      GROUP_BARRIER();  // every item has read the sums
      leaf_first[me] = cell.first;
      leaf_begin[me] = sum_before_me(is_near && children == 0 ? cell.count : 0, shared);
      leaf_bodies = shared[GROUP - 1];
      copied = 0;
    } else {
      finished = true;
    }
    GROUP_BARRIER();
    // Always room for a cell of every item.
    if (finished || listed_cells + GROUP > CELL_LIST) {
      add_pull(&sum, &error, pull_of_cells(cell_list, listed_cells, worker));
      listed_cells = 0;
    }
    if (finished || listed_bodies + GROUP > BODY_LIST) {
      add_pull(&sum, &error, pull_of_bodies(body_list, body_places, listed_bodies, worker));
      listed_bodies = 0;
    }
    GROUP_BARRIER();
  }
  Pull pull;
  pull.x = sum.x + error.x, pull.y = sum.y + error.y, pull.z = sum.z + error.z;
  pull.potential = sum.potential + error.potential;
  pulls[me] = pull;
  GROUP_BARRIER();
  for (uint step = worker.slices / 2; step > 0; step /= 2) {
    if (worker.slice < step) {
      const Pull other = pulls[me + step * width];
      pulls[me].x += other.x, pulls[me].y += other.y, pulls[me].z += other.z;
      pulls[me].potential += other.potential;
    }
    GROUP_BARRIER();
  }
  if (me < group.count) {
    GLOBAL float* const to = sums + 4 * order[group.first + me];
    to[0] = pulls[me].x, to[1] = pulls[me].y, to[2] = pulls[me].z;
    to[3] = pulls[me].potential;
  }
  if (me == 0) {
    counts[3 * g] = met_bodies * group.count;
    counts[3 * g + 1] = met_cells * group.count;
    counts[3 * g + 2] = checked;
  }
}
