// From lanes to sums in double. Compiled once for each SIMD target.
#if defined(TUCANA_FLUSH_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TUCANA_FLUSH_INL
#undef TUCANA_FLUSH_INL
#else
#define TUCANA_FLUSH_INL
#endif

#include <cmath>

#include "tucana/gravity/cpu/rsqrt-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tucana::cpu::HWY_NAMESPACE {

template <class V>
struct ForceLanes {
  V ax, ay, az, jx, jy, jz, potential;
};

/// Sums over lanes of several vectors at once: lanes of 2 v alternate between sums of a and of b.
template <class V>
HWY_INLINE V sum_pairwise(V a, V b) {
  const hn::DFromV<V> d;
  return hn::Add(hn::InterleaveLower(d, a, b), hn::InterleaveUpper(d, a, b));
}

/// The sums of a, b, c, d in the lanes of every 128-bit block, or for double of a, b in one and c, d in the other half.
template <class V>
HWY_INLINE V sum_four(V a, V b, V c, V e) {
  const hn::DFromV<V> d;
  if constexpr (sizeof(hn::TFromV<V>) == 4) {
    const hn::RepartitionToWide<decltype(d)> wide;
    const auto ab = hn::BitCast(wide, sum_pairwise(a, b));
    const auto ce = hn::BitCast(wide, sum_pairwise(c, e));
    return hn::Add(hn::BitCast(d, hn::InterleaveLower(wide, ab, ce)),
                   hn::BitCast(d, hn::InterleaveUpper(wide, ab, ce)));
  } else {
    const V ab = sum_pairwise(a, b), ce = sum_pairwise(c, e);
    return hn::Add(hn::ConcatLowerLower(d, ce, ab), hn::ConcatUpperUpper(d, ce, ab));
  }
}

/// Adds the upper half of the vector to the lower until four lanes are left.
template <class V>
HWY_INLINE void store_four(V v, hn::TFromV<V>* to) {
  const hn::DFromV<V> d;
  if constexpr (hn::MaxLanes(d) > 4) {
    const hn::Half<decltype(d)> half;
    if constexpr (sizeof(hn::TFromV<V>) == 4) {
      store_four(hn::Add(hn::LowerHalf(half, v), hn::UpperHalf(half, v)), to);
    } else {
      // Eight doubles: sums of a, b in the blocks of the lower half, of c, d in those of the upper.
      const hn::Half<decltype(half)> quarter;
      const auto ab = hn::LowerHalf(half, v), ce = hn::UpperHalf(half, v);
      hn::Store(hn::Add(hn::LowerHalf(quarter, ab), hn::UpperHalf(quarter, ab)), quarter, to);
      hn::Store(hn::Add(hn::LowerHalf(quarter, ce), hn::UpperHalf(quarter, ce)), quarter, to + 2);
    }
  } else {
    hn::Store(v, d, to);
  }
}

/// The sums of all lanes, four at a time.
template <class V>
HWY_INLINE void store_sums(V a, V b, V c, V e, hn::TFromV<V>* to) {
  const hn::DFromV<V> d;
  if constexpr (hn::MaxLanes(d) >= 4) {
    store_four(sum_four(a, b, c, e), to);
  } else {
    hn::Store(sum_pairwise(a, b), d, to);
    hn::Store(sum_pairwise(c, e), d, to + 2);
  }
}

/// The sum of all lanes in double, without the powers of root3 and with the sign of source minus target.
template <class V>
HWY_INLINE void flush(const ForceLanes<V>& lanes, PairSums& sums) {
  using T = hn::TFromV<V>;
  constexpr double c = root3<T>;
  constexpr double cube = -1 / (c * c * c);
  alignas(64) T total[8];
  store_sums(lanes.ax, lanes.ay, lanes.az, lanes.jx, total);
  store_sums(lanes.jy, lanes.jz, lanes.potential, lanes.potential, total + 4);
  sums.acceleration = {total[0] * cube, total[1] * cube, total[2] * cube};
  sums.jerk = {total[3] * cube, total[4] * cube, total[5] * cube};
  sums.potential = total[6] * (1 / c);
}

/// Not so when a separation is below the range of float, where the estimate of 1/r is infinite.
HWY_INLINE bool is_finite_sum(const PairSums& sums) {
  return std::isfinite(sums.acceleration.x) && std::isfinite(sums.jerk.x) && std::isfinite(sums.potential);
}

}  // namespace tucana::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
