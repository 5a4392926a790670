// The arithmetic of a precision. One of FP64, EXTENDED, TWO_FLOAT, FP32 is 1, the others 0; VEC is the number of lanes.
//   real   what is stored: double or float
//   realv  VEC of them side by side, one target a lane
//   num    what a pair of bodies is computed in: realv, or a Pair of them (EXTENDED)
//   total  what leaf sums are added in: realv of double, or a Pair of float (no double but in FP64)
#if FP64
typedef double real;
#else
typedef float real;
#endif

#if VEC == 1
typedef real realv;
typedef int maskv;
#define SPLAT(x) (x)
#define ANY(mask) (mask)
#define LOAD(column, index) ((column)[index])
#define LOAD_SLOTS(column, index) ((int)(column)[index])
#define STORE(vector, column, index) ((column)[index] = (vector))
#else
#define PASTE(a, b) a##b
#define WITH_LANES(type, lanes) PASTE(type, lanes)
#if FP64
typedef WITH_LANES(double, VEC) realv;
typedef WITH_LANES(long, VEC) maskv;
#define TO_MASK WITH_LANES(convert_long, VEC)
#else
typedef WITH_LANES(float, VEC) realv;
typedef WITH_LANES(int, VEC) maskv;
#define TO_MASK WITH_LANES(as_int, VEC)
#endif
#define SPLAT(x) ((realv)(x))
#define ANY(mask) any(mask)
#define LOAD(column, index) WITH_LANES(vload, VEC)(index, column)
#define LOAD_SLOTS(column, index) TO_MASK(WITH_LANES(vload, VEC)(index, column))
#define STORE(vector, column, index) WITH_LANES(vstore, VEC)(vector, index, column)
#endif

typedef struct {
  realv hi, lo;
} Pair;

// Sums and products with their rounding errors (Knuth; Dekker 1971; docs/theory/precision.md).
DEVICE Pair two_sum(realv a, realv b) {
  Pair sum;
  sum.hi = a + b;
  const realv t = sum.hi - a;
  sum.lo = (a - (sum.hi - t)) + (b - t);
  return sum;
}
DEVICE Pair quick_two_sum(realv large, realv small) {
  Pair sum;
  sum.hi = large + small;
  sum.lo = small - (sum.hi - large);
  return sum;
}
DEVICE Pair two_product(realv a, realv b) {
  Pair product;
  product.hi = a * b;
  product.lo = fma(a, b, -product.hi);
  return product;
}

DEVICE Pair pair_add(Pair a, Pair b) {
  const Pair sum = two_sum(a.hi, b.hi);
  return quick_two_sum(sum.hi, sum.lo + (a.lo + b.lo));
}
DEVICE Pair pair_multiply(Pair a, Pair b) {
  const Pair product = two_product(a.hi, b.hi);
  return quick_two_sum(product.hi, fma(a.hi, b.lo, fma(a.lo, b.hi, product.lo)));
}
DEVICE Pair pair_of(realv hi, realv lo) {
  Pair pair;
  pair.hi = hi;
  pair.lo = lo;
  return pair;
}

// The best that is cheap: a GPU's function, accurate to two units of the last place, or a CPU's estimate, accurate to
// 11 bits; OpenCL has no name for the latter, but the compilers of CPU devices (clang) have.
#if VEC == 8 && !FP64 && defined(__AVX__)
#define HAS_ESTIMATE 1
DEVICE realv quick_inverse_root(realv r2) { return __builtin_ia32_rsqrtps256(r2); }
#elif VEC == 1
#define HAS_ESTIMATE (!FP64)
DEVICE realv quick_inverse_root(realv r2) { return rsqrt(r2); }
#else
#define HAS_ESTIMATE 0
DEVICE realv quick_inverse_root(realv r2) { return SPLAT((real)1) / sqrt(r2); }
#endif
// With y near 1/r and h = 1 - r^2 y^2: 1/r = y (1 + h/2 + 3 h^2/8 + ...).
DEVICE realv float_inverse_root(realv r2) {
  const realv y = quick_inverse_root(r2);
#if HAS_ESTIMATE
  const realv h = fma(-r2, y * y, SPLAT((real)1));
  return y * fma(h, SPLAT((real)0.5f), SPLAT((real)1));
#else
  return y;
#endif
}

// On a CPU sqrt(3)/r costs no more than 1/r, and saves the factor 3 of the jerk; leaf sums are divided by its powers.
#define SCALED_BY_ROOT3 (VEC > 1 && !EXTENDED)
#if SCALED_BY_ROOT3
#if FP64
#define ROOT3 1.7320508075688772
#else
#define ROOT3 1.7320508f
#endif
DEVICE realv root3_by_root(realv r2) {
#if HAS_ESTIMATE
  const realv y = quick_inverse_root(r2);
  const realv h = fma(-r2, y * y, SPLAT((real)1));
  return y * fma(h, SPLAT((real)0.5f * ROOT3), SPLAT(ROOT3));
#else
  return SPLAT(ROOT3) / sqrt(r2);
#endif
}
#endif

#if EXTENDED
typedef Pair num;
DEVICE num plus(num a, num b) { return pair_add(a, b); }
DEVICE num minus(num a, num b) { return pair_add(a, pair_of(-b.hi, -b.lo)); }
DEVICE num times(num a, num b) { return pair_multiply(a, b); }
DEVICE num times_plus(num a, num b, num c) { return pair_add(pair_multiply(a, b), c); }
DEVICE num minus_times(num c, num a, num b) { return times_plus(pair_of(-a.hi, -a.lo), b, c); }
DEVICE num scaled(num a, real factor) { return pair_multiply(a, pair_of(SPLAT(factor), SPLAT((real)0))); }
DEVICE num zero(void) { return pair_of(SPLAT((real)0), SPLAT((real)0)); }
DEVICE num chosen(maskv mask, real yes, num no) {
  return pair_of(mask ? SPLAT(yes) : no.hi, mask ? SPLAT((real)0) : no.lo);
}
DEVICE maskv is_below_one(num a) { return a.hi < SPLAT((real)1); }
DEVICE maskv is_less(num a, num b) { return (a.hi < b.hi) | ((a.hi == b.hi) & (a.lo < b.lo)); }
DEVICE num inverse_root(num r2) {
  const realv y = float_inverse_root(r2.hi);
  const Pair r2y2 = pair_multiply(r2, two_product(y, y));
  const realv h = (SPLAT((real)1) - r2y2.hi) - r2y2.lo;
  return quick_two_sum(y, y * (h * fma(h, SPLAT((real)0.375f), SPLAT((real)0.5f))));
}
#else
typedef realv num;
DEVICE num plus(num a, num b) { return a + b; }
DEVICE num minus(num a, num b) { return a - b; }
DEVICE num times(num a, num b) { return a * b; }
DEVICE num times_plus(num a, num b, num c) { return fma(a, b, c); }
// c - a b
DEVICE num minus_times(num c, num a, num b) { return fma(-a, b, c); }
DEVICE num scaled(num a, real factor) { return a * SPLAT(factor); }
DEVICE num zero(void) { return SPLAT((real)0); }
DEVICE num chosen(maskv mask, real yes, num no) { return mask ? SPLAT(yes) : no; }
DEVICE maskv is_below_one(num a) { return a < SPLAT((real)1); }
DEVICE maskv is_less(num a, num b) { return a < b; }
#if SCALED_BY_ROOT3
DEVICE num inverse_root(num r2) { return root3_by_root(r2); }
#else
DEVICE num inverse_root(num r2) { return float_inverse_root(r2); }
#endif
#endif

#if FP64
typedef realv total;
#define TOTAL_COLUMNS 1
DEVICE total total_of(num x) { return x; }
DEVICE total total_plus(total a, total b) { return a + b; }
DEVICE total total_zero(void) { return SPLAT((real)0); }
DEVICE total load_total(const GLOBAL real* column, uint stride, uint index) { return LOAD(column, index); }
DEVICE void store_total(total x, GLOBAL real* column, uint stride, uint index) { STORE(x, column, index); }
#else
typedef Pair total;
#define TOTAL_COLUMNS 2
#if EXTENDED
DEVICE total total_of(num x) { return x; }
#else
DEVICE total total_of(num x) { return pair_of(x, SPLAT((real)0)); }
#endif
DEVICE total total_plus(total a, total b) { return pair_add(a, b); }
DEVICE total total_zero(void) { return pair_of(SPLAT((real)0), SPLAT((real)0)); }
// The low parts of a column of totals are `stride` behind the high ones.
DEVICE total load_total(const GLOBAL real* column, uint stride, uint index) {
  return pair_of(LOAD(column, index), LOAD(column + stride, index));
}
DEVICE void store_total(total x, GLOBAL real* column, uint stride, uint index) {
  STORE(x.hi, column, index);
  STORE(x.lo, column + stride, index);
}
#endif
