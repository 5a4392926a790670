// Sums over gathered rows. Compiled once for each SIMD target.
#if defined(TUCANA_GATHER_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TUCANA_GATHER_INL
#undef TUCANA_GATHER_INL
#else
#define TUCANA_GATHER_INL
#endif

#include <algorithm>

#include "tucana/gravity/cpu/flush-inl.h"
#include "tucana/gravity/gather/gather_rows.h"

HWY_BEFORE_NAMESPACE();
namespace tucana::cpu::HWY_NAMESPACE {

/// The three axes of one body.
using Axes = hn::Full128<float>;

/// NUMERICS.md section 7: predictor of positions in two floats, as predict-inl.h does it for leaves.
HWY_INLINE void predict_row(const GatherSource& from, std::int64_t when, GatherRow& to) {
  const Axes d;
  const auto h = static_cast<float>(static_cast<double>(when - from.time) * (1 / Tick::per_unit));
  const auto whole = hn::Set(d, h), half = hn::Set(d, h * 0.5f), third = hn::Set(d, h * (1.0f / 3));
  const auto v = hn::Load(d, from.velocity), a = hn::Load(d, from.acceleration), j = hn::Load(d, from.jerk);
  const auto high = hn::Load(d, from.high), low = hn::Load(d, from.low);
  const auto mean = hn::MulAdd(half, hn::MulAdd(third, j, a), v);
  const auto sum = two_sum(high, hn::Mul(whole, mean));
  const auto moved = fast_two_sum(sum.high, hn::Add(sum.low, low));
  hn::Store(moved.high, d, to.high);
  hn::Store(moved.low, d, to.low);
  hn::Store(hn::MulAdd(whole, hn::MulAdd(half, j, a), v), d, to.velocity);
}

inline void gather_predict(const GatherSource* sources, const Slot* slots, std::size_t count, std::int64_t when,
                           GatherRow* rows) {
  for (std::size_t k = 0; k < count; ++k) predict_row(sources[index(slots[k])], when, rows[index(slots[k])]);
}

inline void gather_predict_range(const GatherSource* sources, std::size_t first, std::size_t end, std::int64_t when,
                                 GatherRow* rows) {
  for (std::size_t i = first; i < end; ++i) predict_row(sources[i], when, rows[i]);
}

/// One quarter of every fourth of the rows that `slots` name, a row in each 128-bit block.
template <class D, class Quarter>
HWY_INLINE hn::Vec<D> load_quarters(D d, const GatherRow* rows, const Slot* slots, Quarter quarter) {
  if constexpr (hn::MaxLanes(d) == 4) {
    return hn::Load(d, quarter(rows[index(*slots)]));
  } else {
    const hn::Half<D> half;
    return hn::Combine(d, load_quarters(half, rows, slots + hn::MaxLanes(half), quarter),
                       load_quarters(half, rows, slots, quarter));
  }
}

/// A quarter of the target in every block.
template <class D>
HWY_INLINE hn::Vec<D> in_all_blocks(D d, const float* quarter) {
  return hn::LoadDup128(d, quarter);
}

/// Columns x, y, z and the fourth of as many rows as there are lanes.
template <class V>
struct Columns {
  V x, y, z, w;
};
template <class V>
HWY_INLINE Columns<V> transpose(V a, V b, V c, V e) {
  const hn::DFromV<V> d;
  const hn::RepartitionToWide<decltype(d)> wide;
  const auto ab_low = hn::BitCast(wide, hn::InterleaveLower(d, a, b));
  const auto ab_high = hn::BitCast(wide, hn::InterleaveUpper(d, a, b));
  const auto ce_low = hn::BitCast(wide, hn::InterleaveLower(d, c, e));
  const auto ce_high = hn::BitCast(wide, hn::InterleaveUpper(d, c, e));
  return {hn::BitCast(d, hn::InterleaveLower(wide, ab_low, ce_low)),
          hn::BitCast(d, hn::InterleaveUpper(wide, ab_low, ce_low)),
          hn::BitCast(d, hn::InterleaveLower(wide, ab_high, ce_high)),
          hn::BitCast(d, hn::InterleaveUpper(wide, ab_high, ce_high))};
}

/// A target in every 128-bit block, and what its pairs have added up to.
template <class V>
struct GatherLanes {
  V high, low, velocity, eps2;
  Lanes3<V> acceleration, jerk;
};

/// Target minus source of four rows in each block, subtracted before they are transposed: the subtraction of pairs of
/// floats then takes half as many operations. The fourth column becomes minus the mass.
template <class V>
HWY_INLINE void add_pairs(const GatherRow* rows, const Slot* slots, GatherLanes<V>& lanes) {
  const hn::DFromV<V> d;
  const auto separation = [&](std::size_t k) HWY_ATTR {
    const V high = load_quarters(d, rows, slots + k, [](const GatherRow& row) { return row.high; });
    const V low = load_quarters(d, rows, slots + k, [](const GatherRow& row) { return row.low; });
    return hn::Add(hn::Sub(lanes.high, high), hn::Sub(lanes.low, low));
  };
  const auto velocity = [&](std::size_t k) HWY_ATTR {
    const V v = load_quarters(d, rows, slots + k, [](const GatherRow& row) { return row.velocity; });
    return hn::Sub(lanes.velocity, v);
  };
  const Columns<V> r = transpose(separation(0), separation(1), separation(2), separation(3));
  const Columns<V> v = transpose(velocity(0), velocity(1), velocity(2), velocity(3));
  const V r2 = hn::MulAdd(r.z, r.z, hn::MulAdd(r.y, r.y, hn::MulAdd(r.x, r.x, lanes.eps2)));
  const V rv = hn::MulAdd(r.z, v.z, hn::MulAdd(r.y, v.y, hn::Mul(r.x, v.x)));
  const V r_1 = scaled_rsqrt_float(r2);
  const V r_2 = hn::Mul(r_1, r_1);
  const V m_r3 = hn::Mul(hn::Mul(r_1, r.w), r_2);
  const V alpha = hn::Mul(rv, r_2);
  const auto add = [&](V r_axis, V v_axis, V& a, V& j) HWY_ATTR {
    a = hn::MulAdd(m_r3, r_axis, a);
    j = hn::MulAdd(m_r3, hn::NegMulAdd(alpha, r_axis, v_axis), j);
  };
  add(r.x, v.x, lanes.acceleration.x, lanes.jerk.x);
  add(r.y, v.y, lanes.acceleration.y, lanes.jerk.y);
  add(r.z, v.z, lanes.acceleration.z, lanes.jerk.z);
}

/// Adds up to a leaf's worth of rows, whose sums stay in float.
HWY_INLINE void add_some(const GatherRow* rows, const Slot* slots, std::size_t count, Slot parked,
                         const GatherTarget& target, float eps2, PartialForce& sum) {
  const hn::ScalableTag<float> d;
  using V = hn::Vec<decltype(d)>;
  const V zero = hn::Zero(d);
  GatherLanes<V> lanes{in_all_blocks(d, target.high),
                       in_all_blocks(d, target.low),
                       in_all_blocks(d, target.velocity),
                       hn::Set(d, eps2),
                       {zero, zero, zero},
                       {zero, zero, zero}};
  constexpr std::size_t step = hn::MaxLanes(d);
  std::size_t k = 0;
  for (; k + step <= count; k += step) add_pairs(rows, slots + k, lanes);
  if (k < count) {
    Slot rest[step];
    for (std::size_t i = 0; i < step; ++i) rest[i] = k + i < count ? slots[k + i] : parked;
    add_pairs(rows, rest, lanes);
  }
  alignas(64) float total[8];
  store_sums(lanes.acceleration.x, lanes.acceleration.y, lanes.acceleration.z, lanes.jerk.x, total);
  store_sums(lanes.jerk.y, lanes.jerk.z, zero, zero, total + 4);
  // The mass came with the sign of target minus source, which puts the sign of the sums right.
  constexpr double c = -cube<TwoFloat>;
  sum.a += Vec3{total[0] * c, total[1] * c, total[2] * c};
  sum.j += Vec3{total[3] * c, total[4] * c, total[5] * c};
}

inline PartialForce gather_sum(const GatherRow* rows, const Slot* slots, std::size_t count, Slot parked,
                               const GatherTarget& target, float eps2) {
  PartialForce sum;
  for (std::size_t k = 0; k < count; k += leaf_rows)
    add_some(rows, slots + k, std::min(leaf_rows, count - k), parked, target, eps2, sum);
  return sum;
}

}  // namespace tucana::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
