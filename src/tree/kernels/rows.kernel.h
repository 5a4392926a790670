// Rows of bodies: written by the host, put in the order of the tree, predicted.

// Rows that hold nothing yet, each at the place of its slot.
KERNEL(clear_rows)(GLOBAL BodyRow* rows, GLOBAL uint* place, uint first, uint end) {
  const uint i = first + GLOBAL_ID;
  if (i >= end) return;
  BodyRow row;
  for (uint axis = 0; axis < 3; ++axis)
    row.high[axis] = row.low[axis] = row.velocity[axis] = row.acceleration[axis] = 0;
  row.mass = 0;
  row.slot = i;
  row.time = 0;
  rows[i] = row;
  place[i] = i;
}

// The k-th of the new rows goes to the place of its slot.
KERNEL(scatter_rows)
(const GLOBAL BodyRow* changed, uint count, const GLOBAL uint* place, GLOBAL BodyRow* rows) {
  const uint k = GLOBAL_ID;
  if (k < count) rows[place[changed[k].slot]] = changed[k];
}

// Row `order[i]` becomes the i-th.
KERNEL(order_rows)
(const GLOBAL BodyRow* rows, const GLOBAL uint* order, uint count, GLOBAL BodyRow* ordered, GLOBAL uint* place) {
  const uint i = GLOBAL_ID;
  if (i >= count) return;
  ordered[i] = rows[order[i]];
  place[ordered[i].slot] = i;
}

// Converts the wanted places of slots to the order by which order_rows() puts them there.
KERNEL(order_from_places)
(const GLOBAL uint* now, const GLOBAL uint* wanted, uint count, GLOBAL uint* order) {
  const uint slot = GLOBAL_ID;
  if (slot < count) order[wanted[slot]] = now[slot];
}

// The same from slots in the wanted order.
KERNEL(order_from_slots)
(const GLOBAL uint* now, const GLOBAL uint* slots, uint count, GLOBAL uint* order) {
  const uint i = GLOBAL_ID;
  if (i < count) order[i] = now[slots[i]];
}

// `softening2` has the squares of softening lengths of slots, in code units, where bodies have their own (`each`).
KERNEL(predict_rows)
(const GLOBAL BodyRow* rows, uint count, int64 when, float scale, float mass_scale, const GLOBAL float* softening2,
 uint each, GLOBAL Body* bodies) {
  const uint i = GLOBAL_ID;
  if (i >= count) return;
  Body body = body_at(rows + i, when, scale, mass_scale);
  if (each) body.softening2 = 0.5f * softening2[rows[i].slot] * (scale * scale);
  bodies[i] = body;
}

// Every stride-th body, in code units, from which the host computes the root cube.
KERNEL(sample_rows)(const GLOBAL BodyRow* rows, uint stride, uint count, int64 when, GLOBAL Body* sample) {
  const uint k = GLOBAL_ID;
  if (k < count) sample[k] = body_at(rows + k * stride, when, 1.0f, 1.0f);
}
