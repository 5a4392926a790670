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
  using D = hn::DFromV<V>;
  using Bytes = hn::Vec<hn::Repartition<std::uint8_t, D>>;
  V high, low, velocity, rest, unit, eps2;
  hn::Vec<hn::RebindToSigned<D>> count;
  Bytes to_all_axes, to_jerk;  ///< from the fourth lane, and from the fourth lanes of two quarters
  V axes;                      ///< bits of the first three lanes
  Lanes3<V> acceleration, jerk;
};

template <class V>
HWY_INLINE GatherLanes<V> lanes_for(const GatherTarget& target) {
  const hn::DFromV<V> d;
  const hn::RebindToSigned<decltype(d)> di;
  const hn::Repartition<std::uint8_t, decltype(d)> bytes;
  constexpr std::uint8_t none = 0x80;
  alignas(16) static constexpr std::uint8_t fourth[16] = {12, 13, 14, 15, 12,   13,   14,   15,
                                                          12, 13, 14, 15, none, none, none, none};
  alignas(16) static constexpr std::uint8_t jerk[16] = {none, none, 8,  9,  none, none, 10,   11,
                                                        none, none, 14, 15, none, none, none, none};
  alignas(16) static constexpr std::int32_t axes[4] = {-1, -1, -1, 0};
  const V zero = hn::Zero(d);
  return {hn::LoadDup128(d, target.high),
          hn::LoadDup128(d, target.low),
          hn::LoadDup128(d, target.velocity),
          hn::LoadDup128(d, target.rest),
          hn::Set(d, target.unit),
          hn::Set(d, target.eps2),
          hn::Set(di, target.count),
          hn::LoadDup128(bytes, fourth),
          hn::LoadDup128(bytes, jerk),
          hn::BitCast(d, hn::LoadDup128(di, axes)),
          {zero, zero, zero},
          {zero, zero, zero}};
}

/// Target minus source: places and velocities. The fourth lane of r is minus the mass.
template <class V>
struct Approach {
  V r, v;
};

/// Every fourth of the rows that `slots` name, predicted: with b = h j/6 and c = a/2 + b, the mean velocity of the
/// interval is v + h c, the last one that and h (c + b). Predicted and subtracted before rows are transposed, which
/// takes half as many operations. What is in fourth lanes is finite, and times zero.
template <class V>
HWY_INLINE Approach<V> approach(const GatherRow* rows, const Slot* slots, const GatherLanes<V>& target) {
  const hn::DFromV<V> d;
  const hn::RebindToSigned<decltype(d)> di;
  const hn::Repartition<std::uint8_t, decltype(d)> bytes;
  const V high = load_quarters(d, rows, slots, [](const GatherRow& row) { return row.high; });
  const V low = load_quarters(d, rows, slots, [](const GatherRow& row) { return row.low; });
  const V velocity = load_quarters(d, rows, slots, [](const GatherRow& row) { return row.velocity; });
  const V half_a = load_quarters(d, rows, slots, [](const GatherRow& row) { return row.half_a; });
  const auto count = hn::BitCast(bytes, hn::Sub(target.count, hn::BitCast(di, low)));
  const auto elapsed = hn::BitCast(di, hn::TableLookupBytesOr0(count, target.to_all_axes));
  const V h = hn::MulAdd(hn::ConvertTo(d, elapsed), target.unit, target.rest);
  const auto fourths = hn::BitCast(bytes, hn::InterleaveUpper(d, velocity, half_a));
  const V b = hn::Mul(h, hn::BitCast(d, hn::TableLookupBytesOr0(fourths, target.to_jerk)));
  const V c = hn::Add(half_a, b);
  const V mean = hn::MulAdd(h, c, velocity);
  const V rest = hn::NegMulAdd(h, mean, hn::Sub(target.low, hn::And(low, target.axes)));
  return {hn::Add(hn::Sub(target.high, high), rest), hn::Sub(target.velocity, hn::MulAdd(h, hn::Add(c, b), mean))};
}

template <class V>
HWY_INLINE void add_pairs(const GatherRow* rows, const Slot* slots, GatherLanes<V>& lanes) {
  const Approach<V> p = approach(rows, slots, lanes), q = approach(rows, slots + 1, lanes),
                    s = approach(rows, slots + 2, lanes), u = approach(rows, slots + 3, lanes);
  const Columns<V> r = transpose(p.r, q.r, s.r, u.r);
  const Columns<V> v = transpose(p.v, q.v, s.v, u.v);
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
                         const GatherTarget& target, PartialForce& sum) {
  const hn::ScalableTag<float> d;
  using V = hn::Vec<decltype(d)>;
  auto lanes = lanes_for<V>(target);
  constexpr std::size_t step = hn::MaxLanes(d);
  std::size_t k = 0;
  for (; k + step <= count; k += step) add_pairs(rows, slots + k, lanes);
  if (k < count) {
    Slot rest[step];
    for (std::size_t i = 0; i < step; ++i) {  // without a branch, which nobody could foresee
      const Slot one = slots[std::min(k + i, count - 1)];
      rest[i] = k + i < count ? one : parked;
    }
    add_pairs(rows, rest, lanes);
  }
  alignas(64) float total[8];
  store_sums(lanes.acceleration.x, lanes.acceleration.y, lanes.acceleration.z, lanes.jerk.x, total);
  store_sums(lanes.jerk.y, lanes.jerk.z, lanes.jerk.y, lanes.jerk.z, total + 4);
  // The mass came with the sign of target minus source, which puts the sign of the sums right.
  constexpr double c = -cube<TwoFloat>;
  sum.a += Vec3{total[0] * c, total[1] * c, total[2] * c};
  sum.j += Vec3{total[3] * c, total[4] * c, total[5] * c};
}

inline PartialForce gather_sum(const GatherRow* rows, const Slot* slots, std::size_t count, Slot parked,
                               const GatherTarget& target) {
  PartialForce sum;
  for (std::size_t k = 0; k < count; k += leaf_rows)
    add_some(rows, slots + k, std::min(leaf_rows, count - k), parked, target, sum);
  return sum;
}

}  // namespace tucana::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
