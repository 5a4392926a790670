// From lanes to sums in double. Compiled once for each SIMD target.
#if defined(TUCANA_FLUSH_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TUCANA_FLUSH_INL
#undef TUCANA_FLUSH_INL
#else
#define TUCANA_FLUSH_INL
#endif

#include <cmath>
#include <cstring>

#include "tucana/gravity/cpu/rsqrt-inl.h"
#include "tucana/gravity/cpu/target-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tucana::cpu::HWY_NAMESPACE {

template <class N>
struct ForceLanes {
  Lanes3<N> acceleration, jerk, snap;
  N potential;
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

/// Vectors to sum over: pairs of floats become doubles.
template <class N>
HWY_INLINE auto lanes_of(N n) {
  if constexpr (is_wide<N>) {
    const hn::ScalableTag<double> d;
    const hn::Rebind<float, decltype(d)> half;
    const auto lower =
        hn::Add(hn::PromoteTo(d, hn::LowerHalf(half, n.high)), hn::PromoteTo(d, hn::LowerHalf(half, n.low)));
    const auto upper =
        hn::Add(hn::PromoteTo(d, hn::UpperHalf(half, n.high)), hn::PromoteTo(d, hn::UpperHalf(half, n.low)));
    return hn::Add(lower, upper);
  } else {
    return n;
  }
}

template <class N>
using LaneScalar = hn::TFromV<decltype(lanes_of(N()))>;

/// Takes away root3^3 and puts the sign of source minus target.
template <class Format>
inline constexpr double cube = -1 / (root3_of<Format> * root3_of<Format> * root3_of<Format>);

/// The same for sixteen floats, whose seven sums fit one vector of doubles. Additions are those of store_four.
template <class V>
HWY_INLINE void flush_sixteen(const ForceLanes<V>& lanes, double c, double c_potential, PairSums& sums) {
  const hn::DFromV<V> d;
  const hn::Half<decltype(d)> half;
  const hn::ScalableTag<double> wide;
  const auto& [a, j, snap, potential] = lanes;
  const V first = sum_four(a.x, a.y, a.z, j.x), last = sum_four(j.y, j.z, potential, potential);
  const V halves = hn::Add(hn::ConcatLowerLower(d, last, first), hn::ConcatUpperUpper(d, last, first));
  const auto first_half = hn::LowerHalf(half, halves), last_half = hn::UpperHalf(half, halves);
  const auto total =
      hn::Add(hn::ConcatLowerLower(half, last_half, first_half), hn::ConcatUpperUpper(half, last_half, first_half));
  alignas(64) const double scale[8] = {c, c, c, c, c, c, c_potential, 0};
  alignas(64) double scaled[8];
  hn::Store(hn::Mul(hn::PromoteTo(wide, total), hn::Load(wide, scale)), wide, scaled);
  static_assert(sizeof(sums) == sizeof(scaled));
  std::memcpy(&sums, scaled, sizeof(scaled));
}

/// The sums of all lanes in double, without the powers of root3.
template <class Format, class N>
HWY_INLINE void flush(const ForceLanes<N>& lanes, PairSums& sums) {
  constexpr double c = cube<Format>;
  if constexpr (!is_wide<N> && HWY_TARGET == HWY_AVX3 && sizeof(LaneScalar<N>) == 4)
    return flush_sixteen(lanes, c, 1 / root3_of<Format>, sums);
  const auto& [a, j, snap, potential] = lanes;
  alignas(64) LaneScalar<N> total[8];
  store_sums(lanes_of(a.x), lanes_of(a.y), lanes_of(a.z), lanes_of(j.x), total);
  store_sums(lanes_of(j.y), lanes_of(j.z), lanes_of(potential), lanes_of(potential), total + 4);
  sums.acceleration = {total[0] * c, total[1] * c, total[2] * c};
  sums.jerk = {total[3] * c, total[4] * c, total[5] * c};
  sums.potential = total[6] * (1 / root3_of<Format>);
}

template <class Format, class N>
HWY_INLINE void flush_snap(const Lanes3<N>& snap, Vec3& sum) {
  alignas(64) LaneScalar<N> total[4];
  store_sums(lanes_of(snap.x), lanes_of(snap.y), lanes_of(snap.z), lanes_of(snap.z), total);
  sum = {total[0] * cube<Format>, total[1] * cube<Format>, total[2] * cube<Format>};
}

/// Not so when a separation is below the range of float, where the estimate of 1/r is infinite.
HWY_INLINE bool is_finite_first(const PairSums& sums) {
  return std::isfinite(sums.acceleration.x) && std::isfinite(sums.jerk.x) && std::isfinite(sums.potential);
}

}  // namespace tucana::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
