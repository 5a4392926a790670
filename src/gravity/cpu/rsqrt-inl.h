// sqrt(3)/r from r^2. Compiled once for each SIMD target.
#if defined(TUCANA_RSQRT_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TUCANA_RSQRT_INL
#undef TUCANA_RSQRT_INL
#else
#define TUCANA_RSQRT_INL
#endif

#include <limits>

#include "tucana/gravity/cpu/pack-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tucana::cpu::HWY_NAMESPACE {

/// The factor sqrt(3) costs nothing here and saves the factor 3 of 3 (r.v)/r^2; sums are divided by it at
/// the end of a leaf.
template <class T>
inline constexpr T root3 = static_cast<T>(1.7320508075688772935L);
/// As the loops of a format have it.
template <class Format>
inline constexpr double root3_of = std::is_same_v<typename Format::Value, float> ? double{root3<float>} : root3<double>;

/// Where the estimate of 1/r is good to 14 bits or more; 11 bits elsewhere.
inline constexpr bool has_sharp_estimate = HWY_TARGET == HWY_NEON || HWY_TARGET == HWY_AVX3;

/// The hardware's estimate, improved where it has too few bits.
template <class P>
HWY_INLINE P estimate(P r2) {
  if constexpr (is_two<P>) {
    return {estimate(r2.a), estimate(r2.b)};
  } else {
    const P y = hn::ApproximateReciprocalSqrt(r2);
#if HWY_TARGET == HWY_NEON
    const hn::DFromV<P> d;  // 8 bits: one Newton step makes 16
    return mul(y, fnma(mul(r2, y), mul(y, hn::Set(d, 0.5f)), hn::Set(d, 1.5f)));
#else
    return y;
#endif
  }
}

/// With y an estimate of 1/r and h = 1 - r^2 y^2: 1/r = y (1 + h/2 + 3h^2/8 + 5h^3/16 + 35h^4/128 + ...), here times
/// root3 and from term k to the last that is wanted.
template <int k, int last, class P, class D>
HWY_INLINE P series_from(P h, D d) {
  constexpr double coefficient[] = {1, 1.0 / 2, 3.0 / 8, 5.0 / 16, 35.0 / 128};
  using T = hn::TFromD<D>;
  const auto term = hn::Set(d, static_cast<T>(root3<T> * coefficient[k]));
  if constexpr (k + 1 == last)
    return fma(h, hn::Set(d, static_cast<T>(root3<T> * coefficient[last])), term);
  else
    return fma(series_from<k + 1, last>(h, d), h, term);
}
template <int last, class P, class D>
HWY_INLINE P scaled_series(P r2, P y, D d) {
  const P h = fnma(r2, mul(y, y), hn::Set(d, hn::TFromD<D>{1}));
  return mul(y, series_from<0, last>(h, d));
}

/// |h| < 7e-4 for 11 bits, so that h^2 adds up to 2e-7. On AMD, where h is 1.6e-4 rms, its mean is below the rounding
/// of float; on Intel 1/r^3 was seen to be wrong by 4.8e-7. So the term is left out only where the estimate is sharp.
template <class P>
HWY_INLINE P scaled_rsqrt_float(P r2) {
  return scaled_series < has_sharp_estimate ? 1 : 2 > (r2, estimate(r2), hn::ScalableTag<float>());
}

/// From y in float with h = 3 - r^2 y^2: sqrt(3)/r = y (1 + h/6 + h^2/24 + ...), where h alone needs pairs.
template <class P>
HWY_INLINE P scaled_rsqrt_wide(P r2) {
  if constexpr (is_two<P>) {
    return {scaled_rsqrt_wide(r2.a), scaled_rsqrt_wide(r2.b)};
  } else {
    const hn::ScalableTag<float> d;
    const auto y = scaled_series<2>(r2.high, estimate(r2.high), d);
    // r^2 y first: y^2 may be below the range of float where r^2 y^2 is not.
    auto product = two_product(r2.high, y);
    const auto low = fma(r2.low, y, product.low);
    product = two_product(product.high, y);
    const auto h = sub(sub(hn::Set(d, 3.0f), product.high), fma(low, y, product.low));
    return fast_two_sum(y, mul(mul(y, h), fma(h, hn::Set(d, 1.0f / 24), hn::Set(d, 1.0f / 6))));
  }
}

/// Correctly rounded parts; good for every r^2.
template <class P>
HWY_INLINE P scaled_rsqrt_exact(P r2) {
  if constexpr (is_two<P>)
    return {scaled_rsqrt_exact(r2.a), scaled_rsqrt_exact(r2.b)};
  else
    return hn::Div(hn::Set(hn::DFromV<P>(), root3<hn::TFromV<P>>), hn::Sqrt(r2));
}

/// An estimate for double. From one in float r^2 must be in the range of float: above it the caller must not ask, below
/// it the result is infinite or NaN.
template <class V>
HWY_INLINE V estimate_double(V r2) {
#if HWY_TARGET == HWY_AVX3
  return V{_mm512_rsqrt14_pd(r2.raw)};
#else
  const hn::DFromV<V> d;
  const hn::Rebind<float, decltype(d)> df;
  const V y = hn::PromoteTo(d, estimate(hn::DemoteTo(df, r2)));
#if HWY_TARGET == HWY_NEON
  // Arm's estimate takes subnormal numbers, which have lost digits; the others make it infinite by themselves.
  const V infinite = hn::Set(d, std::numeric_limits<double>::infinity());
  return hn::IfThenElse(hn::Lt(r2, hn::Set(d, double{std::numeric_limits<float>::min()})), infinite, y);
#else
  return y;
#endif
#endif
}

/// As many terms of the series as double can hold: h^5 < 2e-16 for 11 bits, h^4 for 14.
template <class V>
HWY_INLINE V scaled_rsqrt_series(V r2) {
  return scaled_series < has_sharp_estimate ? 3 : 4 > (r2, estimate_double(r2), hn::DFromV<V>());
}

/// The divider and the multipliers work at the same time when vectors alternate between the two ways. Not so with
/// AVX-512, where the divider is half as wide and an estimate of 14 bits comes for double.
template <class P>
HWY_INLINE Two<P> scaled_rsqrt_mixed(Two<P> r2) {
  if constexpr (is_two<P>)
    return {scaled_rsqrt_mixed(r2.a), scaled_rsqrt_mixed(r2.b)};
  else if constexpr (HWY_TARGET == HWY_AVX3)
    return {scaled_rsqrt_series(r2.a), scaled_rsqrt_series(r2.b)};
  else
    return {scaled_rsqrt_exact(r2.a), scaled_rsqrt_series(r2.b)};
}

/// `exact` selects the method that is valid for every r^2.
template <class Format, bool exact, class P>
HWY_INLINE P scaled_rsqrt(P r2) {
  if constexpr (std::is_same_v<typename Format::Value, FloatPair>)
    return scaled_rsqrt_wide(r2);
  else if constexpr (std::is_same_v<typename Format::Value, float>)
    return scaled_rsqrt_float(r2);
  else if constexpr (exact)
    return scaled_rsqrt_exact(r2);
  else
    return scaled_rsqrt_mixed(r2);
}

}  // namespace tucana::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
