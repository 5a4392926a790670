// Cells, generation by generation: each is divided by the first three bits in which the keys of its bodies differ.

// How many children the cells begin .. begin + count - 1 get, and where their bodies begin. The number behind the last
// is zero, so that a scan ends in the sum.
KERNEL(divide_cells)
(const GLOBAL Cell* cells, uint begin, uint count, const GLOBAL uint64* keys, uint leaf_bodies, GLOBAL uint* parts,
 GLOBAL uint* borders) {
  const uint c = GLOBAL_ID;
  if (c > count) return;
  uint n = 0;
  if (c < count) {
    const Cell cell = cells[begin + c];
    const uint end = cell.first + cell.count;
    if (cell.count > leaf_bodies && keys[cell.first] != keys[end - 1]) {
      const uint64 differ = keys[cell.first] ^ keys[end - 1];
      int shift = 3 * (KEY_LEVELS - 1);
      while (differ >> shift == 0) shift -= 3;
      uint at = cell.first;
      while (at < end) {
        borders[9 * c + n++] = at;
        const uint64 octant = keys[at] >> shift;
        // The first body of another octant.
        uint inside = at, outside = end;
        while (outside - inside > 1) {
          const uint middle = inside + (outside - inside) / 2;
          if (keys[middle] >> shift == octant)
            inside = middle;
          else
            outside = middle;
        }
        at = outside;
      }
      borders[9 * c + n] = end;
    }
  }
  parts[c] = n;
}

// `starts` is the exclusive scan of the parts; the children go behind all cells that there are.
KERNEL(link_cells)
(GLOBAL Cell* cells, uint begin, uint count, const GLOBAL uint* starts, const GLOBAL uint* borders) {
  const uint c = GLOBAL_ID;
  if (c >= count) return;
  const uint children = starts[c + 1] - starts[c];
  if (children == 0) return;
  const uint child = begin + count + starts[c];
  cells[begin + c].child = child;
  cells[begin + c].children = children;
  for (uint k = 0; k < children; ++k) {
    Cell cell;
    cell.first = borders[9 * c + k];
    cell.count = borders[9 * c + k + 1] - cell.first;
    cell.child = cell.children = 0;
    cells[child + k] = cell;
  }
}
