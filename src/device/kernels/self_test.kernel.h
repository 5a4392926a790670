// The arithmetic on which two_float and extended depend (docs/theory/precision.md), one row of numbers per work-item.
// It is also plain C++: self_test.cpp computes with the same text what a device must return.
#define TEST_RESULTS 9

DEVICE void arithmetic_of(float a, float b, float c, float* results) {
  // two-sum: reassociation makes the error zero
  const float sum = a + b;
  const float part = sum - a;
  results[0] = sum;
  results[1] = (a - (sum - part)) + (b - part);
  // fast two-sum, exact when the first is the larger one
  const float larger = fabs(a) < fabs(b) ? b : a;
  const float smaller = fabs(a) < fabs(b) ? a : b;
  results[2] = smaller - ((larger + smaller) - larger);
  // two-prod
  const float product = a * b;
  results[3] = product;
  results[4] = fma(a, b, -product);
  // contraction makes this one rounding instead of two
  results[5] = a * b + c;
  results[6] = a * b - c * c;
  // a place in two floats, moved by a predicted step in one
  const float step = 0.015625f * (b + 0.0078125f * c);
  const float low = 1e-8f * a;
  const float high = a + step;
  const float moved = high - a;
  const float error = ((a - (high - moved)) + (step - moved)) + low;
  results[7] = high + error;
  results[8] = error - ((high + error) - high);
}

KERNEL(self_test)(GLOBAL const float* RESTRICT rows, GLOBAL float* RESTRICT results, const uint count) {
  const uint i = GLOBAL_ID;
  if (i < count) {
    float mine[TEST_RESULTS];
    arithmetic_of(rows[3 * i], rows[3 * i + 1], rows[3 * i + 2], mine);
    for (uint k = 0; k < TEST_RESULTS; ++k) results[TEST_RESULTS * i + k] = mine[k];
  }
}
