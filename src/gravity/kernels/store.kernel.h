// Writes changed rows, parks rows, predicts all rows. VEC is 1 here.

// Row k of `rows`, which has STORED_COLUMNS columns of `count`, goes to row slots[k] of the stored columns.
KERNEL(scatter_rows)
(GLOBAL real* stored, GLOBAL int64* stored_time, uint64 stride, const GLOBAL uint* slots, const GLOBAL real* rows,
 const GLOBAL int64* time, uint count) {
  const uint k = GLOBAL_ID;
  if (k >= count) return;
  const uint row = slots[k];
  for (uint column = 0; column < STORED_COLUMNS; ++column)
    stored[column * stride + row] = rows[column * (uint64)count + k];
  stored_time[row] = time[k];
}

DEVICE void park_row(GLOBAL real* stored, GLOBAL int64* stored_time, uint64 stride, uint row) {
  for (uint column = 0; column < STORED_COLUMNS; ++column)
    stored[column * stride + row] = column < COLUMN_MASS ? PARKED_COORDINATE : (real)0;
  stored_time[row] = 0;
}

KERNEL(park_range)(GLOBAL real* stored, GLOBAL int64* stored_time, uint64 stride, uint first, uint end) {
  const uint row = first + GLOBAL_ID;
  if (row < end) park_row(stored, stored_time, stride, row);
}

KERNEL(park_slots)
(GLOBAL real* stored, GLOBAL int64* stored_time, uint64 stride, const GLOBAL uint* slots, uint count) {
  const uint k = GLOBAL_ID;
  if (k < count) park_row(stored, stored_time, stride, slots[k]);
}

KERNEL(predict_rows)
(const GLOBAL real* stored, const GLOBAL int64* stored_time, uint64 stride, int64 when, GLOBAL Row* rows, uint count) {
  const uint row = GLOBAL_ID;
  if (row < count) rows[row] = predicted_row(stored, stored_time, stride, row, when);
}
