// One pass of a stable radix sort, by DIGIT_BITS bits of the keys. A group has a tile of GROUP * ITEMS keys, a
// work-item ITEMS neighbours of it, so that equal keys keep their order.
#define TILE (GROUP * ITEMS)
#define DIGITS (1 << DIGIT_BITS)
#define DIGIT_OF(key) ((uint)((key) >> shift) & (DIGITS - 1))

// How often each digit occurs among the keys of each work-item: counters[digit * GROUP + work-item].
DEVICE void count_digits(GLOBAL const uint64* keys, uint first, uint last, uint shift, LOCAL uint* counters) {
  for (uint digit = 0; digit < DIGITS; ++digit) counters[digit * GROUP + LOCAL_ID] = 0;
  for (uint i = first; i < last; ++i) ++counters[DIGIT_OF(keys[i]) * GROUP + LOCAL_ID];
  GROUP_BARRIER();
}

KERNEL(sort_count)
(GLOBAL const uint64* RESTRICT keys, const uint count, const uint shift, GLOBAL uint* RESTRICT counts) {
  LOCAL_ARRAY(uint, counters, DIGITS * GROUP);
  const uint first = GROUP_X * TILE + LOCAL_ID * ITEMS;
  const uint last = first + ITEMS < count ? first + ITEMS : count;
  count_digits(keys, first, last, shift, counters);
  for (uint digit = LOCAL_ID; digit < DIGITS; digit += GROUP) {
    uint sum = 0;
    for (uint k = 0; k < GROUP; ++k) sum += counters[digit * GROUP + k];
    counts[digit * GROUPS_X + GROUP_X] = sum;
  }
}

// `starts` is the exclusive scan of the counts.
KERNEL(sort_scatter)
(GLOBAL const uint64* RESTRICT keys, GLOBAL const uint* RESTRICT values, const uint count, const uint shift,
 GLOBAL const uint* RESTRICT starts, GLOBAL uint64* RESTRICT sorted_keys, GLOBAL uint* RESTRICT sorted_values) {
  LOCAL_ARRAY(uint, counters, DIGITS * GROUP);
  LOCAL_ARRAY(uint, bases, DIGITS);
  LOCAL_ARRAY(uint, shared, GROUP);
  const uint first = GROUP_X * TILE + LOCAL_ID * ITEMS;
  const uint last = first + ITEMS < count ? first + ITEMS : count;
  count_digits(keys, first, last, shift, counters);
  uint mine = 0;
  for (uint k = 0; k < DIGITS; ++k) mine += counters[LOCAL_ID * DIGITS + k];
  uint sum = sum_before_me(mine, shared);
  for (uint k = 0; k < DIGITS; ++k) {
    const uint occurs = counters[LOCAL_ID * DIGITS + k];
    counters[LOCAL_ID * DIGITS + k] = sum;
    sum += occurs;
  }
  GROUP_BARRIER();
  for (uint digit = LOCAL_ID; digit < DIGITS; digit += GROUP)
    bases[digit] = starts[digit * GROUPS_X + GROUP_X] - counters[digit * GROUP];
  GROUP_BARRIER();
  for (uint i = first; i < last; ++i) {
    const uint digit = DIGIT_OF(keys[i]);
    const uint place = bases[digit] + counters[digit * GROUP + LOCAL_ID]++;
    sorted_keys[place] = keys[i];
    sorted_values[place] = values[i];
  }
}
