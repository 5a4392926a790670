// Exclusive scan in tiles of GROUP * ITEMS numbers: the sums of the tiles, their scan (by the same kernels), the tiles.
#define TILE (GROUP * ITEMS)

KERNEL(scan_tile_sums)(GLOBAL const uint* RESTRICT from, const uint count, GLOBAL uint* RESTRICT sums) {
  LOCAL_ARRAY(uint, shared, GROUP);
  uint sum = 0;
  for (uint k = 0; k < ITEMS; ++k) {
    const uint i = GROUP_X * TILE + k * GROUP + LOCAL_ID;
    if (i < count) sum += from[i];
  }
  sum_before_me(sum, shared);
  if (LOCAL_ID == GROUP - 1) sums[GROUP_X] = shared[GROUP - 1];
}

// `from` and `to` may be the same: a tile is read as a whole before it is written.
KERNEL(scan_tiles)
(GLOBAL const uint* from, const uint count, GLOBAL const uint* offsets, const uint has_offsets, GLOBAL uint* to) {
  LOCAL_ARRAY(uint, shared, GROUP);
  LOCAL_ARRAY(uint, tile, TILE);
  for (uint k = LOCAL_ID; k < TILE; k += GROUP) {
    const uint i = GROUP_X * TILE + k;
    tile[k] = i < count ? from[i] : 0;
  }
  GROUP_BARRIER();
  uint mine = 0;
  for (uint k = 0; k < ITEMS; ++k) mine += tile[LOCAL_ID * ITEMS + k];
  uint sum = sum_before_me(mine, shared) + (has_offsets ? offsets[GROUP_X] : 0);
  for (uint k = 0; k < ITEMS; ++k) {
    const uint value = tile[LOCAL_ID * ITEMS + k];
    tile[LOCAL_ID * ITEMS + k] = sum;
    sum += value;
  }
  GROUP_BARRIER();
  for (uint k = LOCAL_ID; k < TILE; k += GROUP) {
    const uint i = GROUP_X * TILE + k;
    if (i < count) to[i] = tile[k];
  }
}
