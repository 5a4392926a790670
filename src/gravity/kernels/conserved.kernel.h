// Energies and angular momentum of the sources themselves (Goz et al. 2018). VEC is 1 here. Products are made in double
// or in pairs of floats whatever the precision of the forces: these sums are few.
#if FP64
typedef real wide;
DEVICE wide wide_of(real hi, real lo) { return hi; }
DEVICE wide wide_times(wide a, wide b) { return a * b; }
DEVICE wide wide_plus(wide a, wide b) { return a + b; }
DEVICE wide wide_minus(wide a, wide b) { return a - b; }
DEVICE total total_of_wide(wide a) { return a; }
#else
typedef Pair wide;
DEVICE wide wide_of(real hi, real lo) { return pair_of(hi, lo); }
DEVICE wide wide_times(wide a, wide b) { return pair_multiply(a, b); }
DEVICE wide wide_plus(wide a, wide b) { return pair_add(a, b); }
DEVICE wide wide_minus(wide a, wide b) { return pair_add(a, pair_of(-b.hi, -b.lo)); }
DEVICE total total_of_wide(wide a) { return a; }
#endif

#if EXTENDED
#define WIDE(row, quantity) wide_of((row).quantity, (row).low_##quantity)
#else
#define WIDE(row, quantity) wide_of((row).quantity, (real)0)
#endif
#if HAS_LOW_POSITION
#define WIDE_PLACE(row, axis) wide_of((row).axis, (row).low_##axis)
#else
#define WIDE_PLACE(row, axis) wide_of((row).axis, (real)0)
#endif

// The sums of every leaf of 256 rows: kinetic energy, potential energy, the three components of the angular momentum.
// `potential` has the sums of the rows first_row .. first_row + rows - 1, without their sign.
#define CONSERVED 5
KERNEL(conserved_of_leaves)
(const GLOBAL Row* rows, uint first_row, uint count, const GLOBAL real* potential, uint64 stride,
 GLOBAL real* leaf_sums, uint leaves) {
  const uint leaf = GLOBAL_ID;
  if (leaf >= leaves) return;
  total sum[CONSERVED];
  for (uint q = 0; q < CONSERVED; ++q) sum[q] = total_zero();
  for (uint k = leaf * 256; k < leaf * 256 + 256 && k < count; ++k) {
    const Row row = rows[first_row + k];
    if (row.x == PARKED_COORDINATE) continue;
    const wide m = WIDE(row, mass);
    const wide x = WIDE_PLACE(row, x), y = WIDE_PLACE(row, y), z = WIDE_PLACE(row, z);
    const wide vx = WIDE(row, vx), vy = WIDE(row, vy), vz = WIDE(row, vz);
    const wide v2 = wide_plus(wide_plus(wide_times(vx, vx), wide_times(vy, vy)), wide_times(vz, vz));
    const wide half_m = wide_times(m, wide_of((real)0.5f, (real)0));
    const wide minus_half_m = wide_times(m, wide_of((real)-0.5f, (real)0));
    const total phi = load_total(potential, stride, k);
    sum[0] = total_plus(sum[0], total_of_wide(wide_times(half_m, v2)));
    sum[1] = total_plus(sum[1], total_of_wide(wide_times(minus_half_m, phi)));
    sum[2] = total_plus(sum[2], total_of_wide(wide_times(m, wide_minus(wide_times(y, vz), wide_times(z, vy)))));
    sum[3] = total_plus(sum[3], total_of_wide(wide_times(m, wide_minus(wide_times(z, vx), wide_times(x, vz)))));
    sum[4] = total_plus(sum[4], total_of_wide(wide_times(m, wide_minus(wide_times(x, vy), wide_times(y, vx)))));
  }
  for (uint q = 0; q < CONSERVED; ++q)
    store_total(sum[q], leaf_sums + q * (TOTAL_COLUMNS * (uint64)leaves), leaves, leaf);
}
