// Bodies, cells and targets of a tree on a device. All in float: positions are pairs of floats, whose differences have
// the accuracy of a float whatever the distance from the origin. Lengths and masses are in kernel units, except for
// BodyRow.

// A body at its own time, in code units, as the host writes it.
typedef struct ALIGNED {
  float high[3], mass;
  float low[3];
  uint slot;
  float velocity[3], acceleration[3];
  int64 time;
} BodyRow;

// A body at the time of an evaluation, with its share of the square of softening lengths.
typedef struct ALIGNED {
  float high[3], mass;
  float low[3], softening2;
} Body;

// A range of bodies; children are consecutive, none for a leaf.
typedef struct ALIGNED {
  uint first, count, child, children;
} Cell;

// What a cell is at the time of an evaluation; see CellRow of tree/moments.h.
typedef struct ALIGNED {
  float high[3], size;
  float low[3], reach;
  float mass, spread2, xx, yy;
  float zz, xy, xz, yz;
} CellRow;

// A target in the order of the tree; its place there is NO_PLACE for a test point. Its softening is its share, or all
// where sources have none.
typedef struct ALIGNED {
  float high[3], old_acceleration;
  float low[3];
  uint place;
  float softening2, unused[3];
} Target;

// Targets that share a walk, and a ball that contains them.
typedef struct ALIGNED {
  float high[3], radius;
  float low[3], scale;
  uint first, count, unused[2];
} Group;

#define NO_PLACE 0xffffffffu
// At smaller distances powers of them would leave the range of float: 1/s^5 of cells.
#define NEAREST_CELL 1e-6f
// Sizes and radii that are too small might leave a cell closed that contains a target.
#define ROUNDED_UP 1.000004f

typedef struct {
  float hi, lo;
} Pair;

typedef struct {
  float x, y, z;
} Vector;

// A pair and a float; the pair is the larger, or both are small beside what matters.
DEVICE Pair moved(float hi, float lo, float by) {
  const float sum = hi + by, t = sum - hi;
  const float error = (hi - (sum - t)) + (by - t) + lo;
  Pair pair;
  pair.hi = sum + error;
  pair.lo = error - (pair.hi - sum);
  return pair;
}

DEVICE float norm2(Vector r) { return r.x * r.x + r.y * r.y + r.z * r.z; }

#define OFFSET(from, to, axis) (((to)->high[axis] - (from)->high[axis]) + ((to)->low[axis] - (from)->low[axis]))
// From one place to another, both with high and low parts.
#define BETWEEN(from, to, r) (r).x = OFFSET(from, to, 0), (r).y = OFFSET(from, to, 1), (r).z = OFFSET(from, to, 2)

// Where a row is at a time, in units of which there are `scale`, a power of two, in one code unit.
DEVICE Body body_at(const GLOBAL BodyRow* row, int64 when, float scale, float mass_scale) {
  Body body;
  body.mass = row->mass * mass_scale;
  body.softening2 = 0;
  const float h = (float)(when - row->time) * 3.552713678800501e-15f;  // 2^-48
  for (uint axis = 0; axis < 3; ++axis) {
    const float by = h * (row->velocity[axis] + 0.5f * h * row->acceleration[axis]);
    const Pair x = moved(row->high[axis], row->low[axis], by);
    body.high[axis] = x.hi * scale;
    body.low[axis] = x.lo * scale;
  }
  return body;
}
