// Peano-Hilbert keys: as hilbert_key() of tree/hilbert_key.h, level by level.
#define KEY_LEVELS 21
#define KEY_CELLS 2097152.0f

DEVICE uint rotated_right(uint bits, uint by) { return ((bits >> by) | (bits << (3 - by))) & 7u; }
DEVICE uint rotated_left(uint bits, uint by) { return ((bits << by) | (bits >> (3 - by))) & 7u; }

DEVICE uint64 hilbert_key(uint x, uint y, uint z) {
  // For each of eight ranks, three bits of the octant where the curve enters and two of the axis along which it leaves.
  const uint entries = 0u << 0 | 0u << 3 | 0u << 6 | 3u << 9 | 3u << 12 | 6u << 15 | 6u << 18 | 5u << 21;
  const uint axes = 0u << 0 | 1u << 2 | 1u << 4 | 2u << 6 | 2u << 8 | 1u << 10 | 1u << 12 | 0u << 14;
  uint64 key = 0;
  uint entry = 0, axis = 0;
  for (int level = KEY_LEVELS - 1; level >= 0; --level) {
    const uint octant = (x >> level & 1u) | (y >> level & 1u) << 1 | (z >> level & 1u) << 2;
    const uint turn = axis == 2 ? 0 : axis + 1;
    const uint code = rotated_right(octant ^ entry, turn);
    const uint rank = code ^ (code >> 1) ^ (code >> 2);
    key = key << 3 | rank;
    entry ^= rotated_left(entries >> (3 * rank) & 7u, turn);
    axis = (axis + (axes >> (2 * rank) & 3u) + 1) % 3;
  }
  return key;
}

// A body outside the cube has the key of the nearest cell at its border.
DEVICE uint key_axis(float high, float low, float corner_high, float corner_low, float cells) {
  const float offset = (high - corner_high) + (low - corner_low);
  return (uint)fmin(fmax(offset * cells, 0.0f), KEY_CELLS - 1);
}

KERNEL(make_keys)
(const GLOBAL BodyRow* rows, uint count, int64 when, float x_high, float y_high, float z_high, float x_low, float y_low,
 float z_low, float cells, GLOBAL uint64* keys, GLOBAL uint* order) {
  const uint i = GLOBAL_ID;
  if (i >= count) return;
  const Body body = body_at(rows + i, when, 1.0f, 1.0f);
  const uint x = key_axis(body.high[0], body.low[0], x_high, x_low, cells);
  const uint y = key_axis(body.high[1], body.low[1], y_high, y_low, cells);
  const uint z = key_axis(body.high[2], body.low[2], z_high, z_low, cells);
  keys[i] = hilbert_key(x, y, z);
  order[i] = i;
}
