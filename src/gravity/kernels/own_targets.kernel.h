// The rows of the sources as targets of themselves. VEC is 1 here.

DEVICE void put_target(GLOBAL real* targets, uint64 stride, uint column, uint t, real x, real y, real z) {
  targets[column * stride + t] = x;
  targets[(column + 1) * stride + t] = y;
  targets[(column + 2) * stride + t] = z;
}

// The predicted rows first .. first + count - 1; with accelerations, which come from rows with CRACKLE, for the snap.
KERNEL(targets_from_rows)
(const GLOBAL Row* rows, uint first, uint count, uint with_acceleration, GLOBAL real* targets, uint64 stride,
 GLOBAL uint* self_slots) {
  const uint t = GLOBAL_ID;
  if (t >= stride) return;
  const bool is_real = t < count;
  const Row row = rows[is_real ? first + t : first];
  put_target(targets, stride, 0, t, row.x, row.y, row.z);
  put_target(targets, stride, 3, t, row.vx, row.vy, row.vz);
#if CRACKLE
  if (with_acceleration) put_target(targets, stride, 6, t, row.ax, row.ay, row.az);
#endif
#if HAS_LOW_POSITION
  const uint high_columns = with_acceleration ? 9 : 6;
  put_target(targets, stride, high_columns, t, row.low_x, row.low_y, row.low_z);
#endif
#if EXTENDED
  put_target(targets, stride, high_columns + 3, t, row.low_vx, row.low_vy, row.low_vz);
#if CRACKLE
  if (with_acceleration) put_target(targets, stride, high_columns + 6, t, row.low_ax, row.low_ay, row.low_az);
#endif
#endif
  self_slots[t] = is_real ? first + t : 0xffffffffu;
}
