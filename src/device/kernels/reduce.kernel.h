// Leaves of 256 neighbours become one value each, always in the same shape: k with k + 128, then k with k + 64 and so
// on. So the bits depend neither on GROUP nor on the number of groups. REDUCE says how two values become one.
#define LEAF 256
#define SUM_OF_DOUBLES 0
#define SUM_OF_PAIRS 1
#define LEAST_FLOAT 2
#define GREATEST_FLOAT 3

#if REDUCE == SUM_OF_DOUBLES
typedef double Value;
DEVICE Value combined(Value a, Value b) { return a + b; }
DEVICE Value value_of(float x) { return x; }
#elif REDUCE == SUM_OF_PAIRS
typedef struct {
  float high, low;
} Value;
// The accurate sum of two pairs: errors of both parts are kept (Knuth's two-sum), then the pair is made proper.
DEVICE Value combined(Value a, Value b) {
  const float high = a.high + b.high;
  const float part = high - a.high;
  const float high_error = (a.high - (high - part)) + (b.high - part);
  const float low = a.low + b.low;
  const float low_part = low - a.low;
  const float low_error = (a.low - (low - low_part)) + (b.low - low_part);
  const float first = high_error + low;
  const float sum = high + first;
  const float second = (first - (sum - high)) + low_error;
  Value result;
  result.high = sum + second;
  result.low = second - (result.high - sum);
  return result;
}
DEVICE Value value_of(float x) {
  Value result;
  result.high = x;
  result.low = 0.0f;
  return result;
}
#else
typedef float Value;
#if REDUCE == LEAST_FLOAT
DEVICE Value combined(Value a, Value b) { return b < a ? b : a; }
#else
DEVICE Value combined(Value a, Value b) { return a < b ? b : a; }
#endif
DEVICE Value value_of(float x) { return x; }
#endif

KERNEL(reduce_leaves)
(GLOBAL const Value* RESTRICT from, const uint count, const uint leaves, const float neutral,
 GLOBAL Value* RESTRICT to) {
  LOCAL_ARRAY(Value, shared, LEAF);
  for (uint leaf = GROUP_X; leaf < leaves; leaf += GROUPS_X) {
    for (uint k = LOCAL_ID; k < LEAF; k += GROUP) {
      const uint i = leaf * LEAF + k;
      shared[k] = i < count ? from[i] : value_of(neutral);
    }
    GROUP_BARRIER();
    for (uint step = LEAF / 2; step > 0; step /= 2) {
      for (uint k = LOCAL_ID; k < step; k += GROUP) shared[k] = combined(shared[k], shared[k + step]);
      GROUP_BARRIER();
    }
    if (LOCAL_ID == 0) to[leaf] = shared[0];
    GROUP_BARRIER();
  }
}
