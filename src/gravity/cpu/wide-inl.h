// Arithmetic on vectors of pairs of floats. Compiled once for each SIMD target.
#if defined(TUCANA_WIDE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TUCANA_WIDE_INL
#undef TUCANA_WIDE_INL
#else
#define TUCANA_WIDE_INL
#endif

#include "tucana/gravity/cpu/leaf.h"

HWY_BEFORE_NAMESPACE();
namespace tucana::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Numbers of about 48 bits, high + low in each lane (Dekker 1971; docs/theory/precision.md). Errors of a sum are 2^-48
/// of its larger term, of a product 2^-46 of the product, as long as low parts are not below the range of float.
template <class V>
struct Wide {
  V high, low;
};

template <class P>
inline constexpr bool is_wide = false;
template <class V>
inline constexpr bool is_wide<Wide<V>> = true;

/// |a| >= |b|, or a = 0.
template <class V>
HWY_INLINE Wide<V> fast_two_sum(V a, V b) {
  const V sum = hn::Add(a, b);
  return {sum, hn::Sub(b, hn::Sub(sum, a))};
}

template <class V>
HWY_INLINE Wide<V> two_sum(V a, V b) {
  const V sum = hn::Add(a, b);
  const V t = hn::Sub(sum, a);
  return {sum, hn::Add(hn::Sub(a, hn::Sub(sum, t)), hn::Sub(b, t))};
}

template <class V>
HWY_INLINE Wide<V> two_difference(V a, V b) {
  const V difference = hn::Sub(a, b);
  const V t = hn::Sub(difference, a);
  return {difference, hn::Sub(hn::Sub(a, hn::Sub(difference, t)), hn::Add(b, t))};
}

template <class V>
HWY_INLINE Wide<V> two_product(V a, V b) {
  const V product = hn::Mul(a, b);
#if HWY_NATIVE_FMA
  return {product, hn::MulSub(a, b, product)};
#else
  // Parts of 12 bits, cut off and not rounded: nothing overflows. Their products and all partial sums are exact.
  const hn::DFromV<V> d;
  const hn::RebindToUnsigned<decltype(d)> du;
  const V upper = hn::BitCast(d, hn::Set(du, 0xFFFFF000u));
  const V ah = hn::And(a, upper), bh = hn::And(b, upper);
  const V al = hn::Sub(a, ah), bl = hn::Sub(b, bh);
  const V most = hn::Add(hn::Sub(hn::Mul(ah, bh), product), hn::Mul(ah, bl));
  return {product, hn::Add(hn::Add(most, hn::Mul(al, bh)), hn::Mul(al, bl))};
#endif
}

/// The rounding error of high + high, and the low parts.
template <class V>
HWY_INLINE Wide<V> add_wide(Wide<V> x, Wide<V> y) {
  const Wide<V> sum = two_sum(x.high, y.high);
  return fast_two_sum(sum.high, hn::Add(sum.low, hn::Add(x.low, y.low)));
}

template <class V>
HWY_INLINE Wide<V> sub_wide(Wide<V> x, Wide<V> y) {
  const Wide<V> difference = two_difference(x.high, y.high);
  return fast_two_sum(difference.high, hn::Add(difference.low, hn::Sub(x.low, y.low)));
}

/// Without the last step: low may overlap high by a bit or two.
template <class V>
HWY_INLINE Wide<V> loose_product(Wide<V> x, Wide<V> y) {
  const Wide<V> product = two_product(x.high, y.high);
  return {product.high, hn::MulAdd(x.high, y.low, hn::MulAdd(x.low, y.high, product.low))};
}

template <class V>
HWY_INLINE Wide<V> mul_wide(Wide<V> x, Wide<V> y) {
  const Wide<V> product = loose_product(x, y);
  return fast_two_sum(product.high, product.low);
}

/// x y + z
template <class V>
HWY_INLINE Wide<V> fma_wide(Wide<V> x, Wide<V> y, Wide<V> z) {
  return add_wide(loose_product(x, y), z);
}

/// z - x y
template <class V>
HWY_INLINE Wide<V> fnma_wide(Wide<V> x, Wide<V> y, Wide<V> z) {
  return sub_wide(z, loose_product(x, y));
}

}  // namespace tucana::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
