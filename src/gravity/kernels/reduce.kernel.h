// Adds the subranges of every target as a binary tree, and gathers their lists. VEC is 1 here.

// `components` x TOTAL_COLUMNS columns of `stride`, from the subranges first .. first + subranges - 1 to `results`
// from its column of block `block` on.
KERNEL(add_subranges)
(const GLOBAL real* partial_sums, uint64 stride, uint first, uint subranges, uint components, GLOBAL real* results,
 uint block) {
  const uint target = GLOBAL_ID;
  const uint component = GROUP_Y;
  if (target >= stride) return;
  total stack[32];
  for (uint s = 0; s < subranges; ++s) {
    total sum = load_total(partial_sums + ((first + s) * (uint64)components + component) * (TOTAL_COLUMNS * stride),
                           stride, target);
    uint level = 0;
    for (; s >> level & 1; ++level) sum = total_plus(stack[level], sum);
    stack[level] = sum;
  }
  uint level = 0;
  while (!(subranges >> level & 1)) ++level;
  total sum = stack[level];
  for (++level; subranges >> level; ++level)
    if (subranges >> level & 1) sum = total_plus(stack[level], sum);
  store_total(sum, results + (block * components + component) * (TOTAL_COLUMNS * stride), stride, target);
}

// Subranges ascend, so that the first of equal distances has the lowest slot.
KERNEL(nearest_of_subranges)
(const GLOBAL real* partial_distance2, const GLOBAL uint* partial_nearest, uint64 stride, uint subranges,
 GLOBAL real* distance2, GLOBAL uint* nearest) {
  const uint target = GLOBAL_ID;
  if (target >= stride) return;
  total least = load_total(partial_distance2, stride, target);
  uint slot = partial_nearest[target];
  for (uint s = 1; s < subranges; ++s) {
    const total now = load_total(partial_distance2 + s * (TOTAL_COLUMNS * stride), stride, target);
#if FP64
    const bool nearer = now < least;
#else
    const bool nearer = now.hi < least.hi || (now.hi == least.hi && now.lo < least.lo);
#endif
    if (nearer) {
      least = now;
      slot = partial_nearest[s * stride + target];
    }
  }
  store_total(least, distance2, stride, target);
  nearest[target] = slot;
}

// The length of each target's list, and the longest of its parts: above the capacity they are not complete.
KERNEL(count_lists)
(const GLOBAL uint* list_counts, uint64 stride, uint subranges, GLOBAL uint* length, GLOBAL uint* longest_part) {
  const uint target = GLOBAL_ID;
  if (target >= stride) return;
  uint sum = 0, longest = 0;
  for (uint s = 0; s < subranges; ++s) {
    const uint part = list_counts[s * stride + target];
    sum += part;
    longest = part > longest ? part : longest;
  }
  length[target] = sum;
  longest_part[target] = longest;
}

KERNEL(gather_lists)
(const GLOBAL uint* list_counts, const GLOBAL uint* list_slots, uint64 stride, uint subranges, uint capacity,
 const GLOBAL uint64* first, GLOBAL uint* gathered) {
  const uint target = GLOBAL_ID;
  if (target >= stride) return;
  GLOBAL uint* to = gathered + first[target];
  for (uint s = 0; s < subranges; ++s) {
    const uint part = list_counts[s * stride + target];
    const GLOBAL uint* from = list_slots + (s * stride + target) * capacity;
    for (uint i = 0; i < part && i < capacity; ++i) *to++ = from[i];
  }
}
