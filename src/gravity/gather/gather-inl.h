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

/// One quarter of each of the rows that `slots` name, a row in each 128-bit block.
template <class D, class Quarter>
HWY_INLINE hn::Vec<D> load_quarters(D d, const GatherRow* rows, const Slot* slots, Quarter quarter) {
  if constexpr (hn::MaxLanes(d) == 4) {
    return hn::Load(d, quarter(rows[index(*slots)]));
  } else {
    const hn::Half<D> half;
    return hn::Combine(d, load_quarters(half, rows, slots + hn::MaxLanes(half) / 4, quarter),
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

/// A target in every 128-bit block.
template <class V>
struct GatherLanes {
  using D = hn::DFromV<V>;
  using Bytes = hn::Vec<hn::Repartition<std::uint8_t, D>>;
  V high, low, velocity, rest, unit, eps2;
  hn::Vec<hn::RebindToSigned<D>> count;
  Bytes to_all_axes, to_jerk;  ///< from the fourth lane, and from the fourth lanes of two quarters
  V axes;                      ///< bits of the first three lanes
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
  return {hn::LoadDup128(d, target.high),
          hn::LoadDup128(d, target.low),
          hn::LoadDup128(d, target.velocity),
          hn::LoadDup128(d, target.rest),
          hn::Set(d, target.unit),
          hn::Set(d, target.eps2),
          hn::Set(di, target.count),
          hn::LoadDup128(bytes, fourth),
          hn::LoadDup128(bytes, jerk),
          hn::BitCast(d, hn::LoadDup128(di, axes))};
}

/// Target minus source: places and velocities. The fourth lane of r is minus the mass.
template <class V>
struct Approach {
  V r, v;
};

/// A row in each block, predicted: with b = h j/6 and c = a/2 + b, the mean velocity of the
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

/// What the first loop over a list leaves for the second one: rows of four lanes, and some more to fill vectors.
struct GatherBuffer {
  static constexpr std::size_t lanes = 4 * (leaf_rows + 16);
  alignas(64) float r[lanes];
  alignas(64) float v[lanes];
};

/// First loop: brings the rows of a list together. Apart from the arithmetic on pairs, so that many rows are under way
/// from memory at once: in one loop a processor looks ahead by one vector of pairs only.
template <class D>
HWY_INLINE void approach_all(D d, const GatherRow* rows, const Slot* slots, std::size_t count, Slot parked,
                             const GatherTarget& target, GatherBuffer& buffer) {
  using V = hn::Vec<D>;
  constexpr std::size_t lanes = hn::MaxLanes(d), step = lanes / 4;
  const auto from = lanes_for<V>(target);
  const auto keep = [&](const Approach<V>& one, std::size_t at) HWY_ATTR {
    hn::Store(one.r, d, buffer.r + at);
    hn::Store(one.v, d, buffer.v + at);
  };
  const std::size_t whole = count / step * step;
  for (std::size_t k = 0; k < whole; k += step) keep(approach(rows, slots + k, from), 4 * k);
  // The rest without a branch, which nobody could foresee: rows that are left, and parked ones to fill the last
  // vectors.
  Slot rest[step];
  for (std::size_t i = 0; i < step; ++i) {
    const Slot one = slots[std::min(whole + i, count - 1)];
    rest[i] = whole + i < count ? one : parked;
  }
  keep(approach(rows, rest, from), 4 * whole);
  const float* far = rows[index(parked)].high;
  for (std::size_t i = 1; i < 4; ++i) keep({hn::LoadDup128(d, far), hn::Zero(d)}, 4 * whole + i * lanes);
}

template <class V>
struct PairLanes {
  Lanes3<V> acceleration, jerk;
};

/// Second loop: as many pairs as there are lanes.
template <class V>
HWY_INLINE void add_pairs(const GatherBuffer& buffer, std::size_t at, V eps2, PairLanes<V>& sums) {
  const hn::DFromV<V> d;
  constexpr std::size_t lanes = hn::MaxLanes(d);
  const auto columns = [&](const float* row) HWY_ATTR {
    return transpose(hn::Load(d, row), hn::Load(d, row + lanes), hn::Load(d, row + 2 * lanes),
                     hn::Load(d, row + 3 * lanes));
  };
  const Columns<V> r = columns(buffer.r + at), v = columns(buffer.v + at);
  const V r2 = hn::MulAdd(r.z, r.z, hn::MulAdd(r.y, r.y, hn::MulAdd(r.x, r.x, eps2)));
  const V rv = hn::MulAdd(r.z, v.z, hn::MulAdd(r.y, v.y, hn::Mul(r.x, v.x)));
  const V r_1 = scaled_rsqrt_float(r2);
  const V r_2 = hn::Mul(r_1, r_1);
  const V m_r3 = hn::Mul(hn::Mul(r_1, r.w), r_2);
  const V alpha = hn::Mul(rv, r_2);
  const auto add = [&](V r_axis, V v_axis, V& a, V& j) HWY_ATTR {
    a = hn::MulAdd(m_r3, r_axis, a);
    j = hn::MulAdd(m_r3, hn::NegMulAdd(alpha, r_axis, v_axis), j);
  };
  add(r.x, v.x, sums.acceleration.x, sums.jerk.x);
  add(r.y, v.y, sums.acceleration.y, sums.jerk.y);
  add(r.z, v.z, sums.acceleration.z, sums.jerk.z);
}

/// Adds up to a leaf's worth of rows, whose sums stay in float.
HWY_INLINE void add_some(const GatherRow* rows, const Slot* slots, std::size_t count, Slot parked,
                         const GatherTarget& target, PartialForce& sum) {
  const hn::ScalableTag<float> d;
  using V = hn::Vec<decltype(d)>;
  GatherBuffer buffer;
  approach_all(d, rows, slots, count, parked, target, buffer);
  const V zero = hn::Zero(d), eps2 = hn::Set(d, target.eps2);
  PairLanes<V> sums{{zero, zero, zero}, {zero, zero, zero}};
  for (std::size_t k = 0; k < count; k += hn::MaxLanes(d)) add_pairs(buffer, 4 * k, eps2, sums);
  alignas(64) float total[8];
  store_sums(sums.acceleration.x, sums.acceleration.y, sums.acceleration.z, sums.jerk.x, total);
  store_sums(sums.jerk.y, sums.jerk.z, sums.jerk.y, sums.jerk.z, total + 4);
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
