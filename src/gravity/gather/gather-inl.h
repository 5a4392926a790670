// Sums over gathered rows. Compiled once for each SIMD target.
#if defined(TUCANA_GATHER_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TUCANA_GATHER_INL
#undef TUCANA_GATHER_INL
#else
#define TUCANA_GATHER_INL
#endif

#include <algorithm>
#include <limits>

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

#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
using FourDoubles = hn::FixedTag<double, 4>;

/// As rounded<float> does it.
HWY_INLINE hn::Vec<hn::FixedTag<float, 4>> round_four(hn::Vec<FourDoubles> x) {
  const FourDoubles d;
  const auto largest = hn::Set(d, std::numeric_limits<float>::max());
  return hn::DemoteTo(hn::FixedTag<float, 4>(), hn::Max(hn::Min(x, largest), hn::Neg(largest)));
}

/// See write_without_kernel() in gather_force.cpp, whose bits these are for coordinates in the range of float.
inline void write_row(const GatherBody& body, std::int32_t count, GatherRow& row) {
  const FourDoubles d;
  const hn::FixedTag<float, 4> four;
  const hn::FixedTag<std::int32_t, 4> ints;
  const hn::FixedTag<std::uint32_t, 4> words;
  const auto axes = hn::FirstN(d, 3);
  const auto axes_four = hn::FirstN(four, 3);
  const auto load = [&](const Vec3& a) HWY_ATTR { return hn::MaskedLoad(axes, d, &a.x); };
  const auto sixth = hn::Mul(hn::Set(d, 1.0 / 6), load(body.jerk));
  const auto largest = hn::Set(d, 0x1.fep127);
  const auto bits = hn::BitCast(words, hn::DemoteTo(four, hn::Max(hn::Min(sixth, largest), hn::Neg(largest))));
  const auto odd = hn::And(hn::ShiftRight<16>(bits), hn::Set(words, 1));
  alignas(16) std::uint32_t upper[4];
  hn::Store(hn::ShiftRight<16>(hn::Add(hn::Add(bits, hn::Set(words, 0x7FFF)), odd)), words, upper);
  const auto with_bits = [&](hn::Vec<hn::FixedTag<float, 4>> v, std::uint32_t fourth) HWY_ATTR {
    return hn::IfThenElse(axes_four, v, hn::BitCast(four, hn::Set(words, fourth)));
  };
  const auto place = hn::IfThenElse(axes, load(body.position), hn::Set(d, body.mass));
  const auto high = round_four(place);
  const auto rest = round_four(hn::Sub(place, hn::PromoteTo(d, high)));
  hn::Store(high, four, row.high);
  hn::Store(hn::IfThenElse(axes_four, rest, hn::BitCast(four, hn::Set(ints, count))), four, row.low);
  hn::Store(with_bits(round_four(load(body.velocity)), upper[0] | upper[1] << 16), four, row.velocity);
  hn::Store(with_bits(round_four(hn::Mul(hn::Set(d, 0.5), load(body.acceleration))), upper[2] << 16), four, row.half_a);
}
#endif

/// The same four floats in every 128-bit block.
using FourFloats = hn::Vec<hn::FixedTag<float, 4>>;
template <class D>
HWY_INLINE hn::Vec<D> in_all_blocks(D d, FourFloats four) {
  if constexpr (hn::MaxLanes(d) == 4) {
    return four;
  } else {
    const auto half = in_all_blocks(hn::Half<D>(), four);
    return hn::Combine(d, half, half);
  }
}

/// Fourth lanes of the arguments are zero.
template <class V>
HWY_INLINE GatherLanes<V> lanes_for(const GatherView& view, FourFloats high, FourFloats low, FourFloats velocity) {
  const hn::DFromV<V> d;
  const hn::RebindToSigned<decltype(d)> di;
  const hn::Repartition<std::uint8_t, decltype(d)> bytes;
  constexpr std::uint8_t none = 0x80;
  alignas(16) static constexpr std::uint8_t fourth[16] = {12, 13, 14, 15, 12,   13,   14,   15,
                                                          12, 13, 14, 15, none, none, none, none};
  alignas(16) static constexpr std::uint8_t jerk[16] = {none, none, 8,  9,  none, none, 10,   11,
                                                        none, none, 14, 15, none, none, none, none};
  alignas(16) static constexpr std::int32_t three[4] = {-1, -1, -1, 0};
  const V axes = hn::BitCast(d, hn::LoadDup128(di, three));
  return {in_all_blocks(d, high),      in_all_blocks(d, low),
          in_all_blocks(d, velocity),  hn::And(hn::Set(d, view.rest), axes),
          hn::Set(d, view.unit),       hn::Set(d, view.eps2),
          hn::Set(di, view.count),     hn::LoadDup128(bytes, fourth),
          hn::LoadDup128(bytes, jerk), axes};
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

/// First loop: gathers the rows of a list. Separate from the arithmetic on pairs, so that many rows are requested from
/// memory at once: in a single loop a processor looks ahead by one vector of pairs only.
template <class D, class V>
HWY_INLINE void approach_all(D d, const GatherView& view, const Slot* slots, std::size_t count,
                             const GatherLanes<V>& target, GatherBuffer& buffer) {
  constexpr std::size_t lanes = hn::MaxLanes(d), step = lanes / 4;
  const auto keep = [&](const Approach<V>& one, std::size_t at) HWY_ATTR {
    hn::Store(one.r, d, buffer.r + at);
    hn::Store(one.v, d, buffer.v + at);
  };
  const std::size_t whole = count / step * step;
  for (std::size_t k = 0; k < whole; k += step) keep(approach(view.rows, slots + k, target), 4 * k);
  // The rest without a branch, which would be unpredictable: the remaining rows, and parked ones to fill the last
  // vectors.
  Slot rest[step];
  for (std::size_t i = 0; i < step; ++i) {
    const Slot one = slots[std::min(whole + i, count - 1)];
    rest[i] = whole + i < count ? one : view.parked;
  }
  keep(approach(view.rows, rest, target), 4 * whole);
  const float* far = view.rows[index(view.parked)].high;
  for (std::size_t i = 1; i < 4; ++i) keep({hn::LoadDup128(d, far), hn::Zero(d)}, 4 * whole + i * lanes);
}

/// Second loop: as many pairs as there are lanes. The mass comes with the sign of target minus source, and goes with
/// that of flush().
template <class V>
HWY_INLINE void add_pairs(const GatherBuffer& buffer, std::size_t at, V eps2, ForceLanes<V>& sums) {
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
    a = hn::NegMulAdd(m_r3, r_axis, a);
    j = hn::NegMulAdd(m_r3, hn::NegMulAdd(alpha, r_axis, v_axis), j);
  };
  add(r.x, v.x, sums.acceleration.x, sums.jerk.x);
  add(r.y, v.y, sums.acceleration.y, sums.jerk.y);
  add(r.z, v.z, sums.acceleration.z, sums.jerk.z);
}

/// Up to a leaf's worth of rows, whose sums stay in float.
template <class V>
HWY_INLINE ForceLanes<V> sum_some(const GatherView& view, const Slot* slots, std::size_t count,
                                  const GatherLanes<V>& target) {
  const hn::DFromV<V> d;
  GatherBuffer buffer;
  approach_all(d, view, slots, count, target, buffer);
  const V zero = hn::Zero(d);
  ForceLanes<V> lanes{{zero, zero, zero}, {zero, zero, zero}, {zero, zero, zero}, zero};
  for (std::size_t k = 0; k < count; k += hn::MaxLanes(d)) add_pairs(buffer, 4 * k, target.eps2, lanes);
  return lanes;
}

inline void gather_sum(const GatherView& view, const Slot* slots, std::size_t count, const GatherTarget& target,
                       PairSums& sums) {
  const hn::FixedTag<float, 4> four;
  const auto lanes = lanes_for<hn::Vec<hn::ScalableTag<float>>>(
      view, hn::Load(four, target.high), hn::Load(four, target.low), hn::Load(four, target.velocity));
  sums = {};
  for (std::size_t k = 0; k < count; k += leaf_rows) {
    PairSums some;
    flush<TwoFloat>(sum_some(view, slots + k, std::min(leaf_rows, count - k), lanes), some);
    sums += some;
  }
}

}  // namespace tucana::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
