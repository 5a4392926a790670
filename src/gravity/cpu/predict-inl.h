// Prediction of a leaf. Compiled once for each SIMD target.
#if defined(TUCANA_PREDICT_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TUCANA_PREDICT_INL
#undef TUCANA_PREDICT_INL
#else
#define TUCANA_PREDICT_INL
#endif

#include "tucana/core/tick.h"
#include "tucana/gravity/cpu/target-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tucana::cpu::HWY_NAMESPACE {

/// when - time in time units, from integers.
template <class D>
HWY_INLINE hn::Vec<D> elapsed_double(D d, std::int64_t when, const std::int64_t* time) {
  const hn::RebindToSigned<D> di;
  const auto ticks = hn::Sub(hn::Set(di, when), hn::LoadU(di, time));
  return hn::Mul(hn::ConvertTo(d, ticks), hn::Set(d, 1 / Tick::per_unit));
}

template <class N>
HWY_INLINE N elapsed(std::int64_t when, const std::int64_t* time) {
  if constexpr (is_wide<N>) {
    const hn::ScalableTag<double> dd;
    const hn::Rebind<float, decltype(dd)> half;
    const hn::ScalableTag<float> d;
    const auto lower = elapsed_double(dd, when, time), upper = elapsed_double(dd, when, time + hn::Lanes(dd));
    const auto high_lower = hn::DemoteTo(half, lower), high_upper = hn::DemoteTo(half, upper);
    const auto low_lower = hn::DemoteTo(half, hn::Sub(lower, hn::PromoteTo(dd, high_lower)));
    const auto low_upper = hn::DemoteTo(half, hn::Sub(upper, hn::PromoteTo(dd, high_upper)));
    return {hn::Combine(d, high_upper, high_lower), hn::Combine(d, low_upper, low_lower)};
  } else if constexpr (sizeof(hn::TFromV<N>) == 4) {
    return elapsed<Wide<N>>(when, time).high;
  } else {
    return elapsed_double(hn::DFromV<N>(), when, time);
  }
}

/// The interval divided by 1, 2, .. 5.
template <class N>
struct Interval {
  N whole, half, third, fourth, fifth;
};
template <class Format>
HWY_INLINE Interval<NumberOf<Format>> interval(std::int64_t when, const std::int64_t* time) {
  using Value = typename Format::Value;
  const hn::ScalableTag<typename Format::Scalar> d;
  const auto dt = elapsed<NumberOf<Format>>(when, time);
  return {dt, mul(dt, fill(d, rounded<Value>(0.5))), mul(dt, fill(d, rounded<Value>(1.0 / 3))),
          mul(dt, fill(d, rounded<Value>(0.25))), mul(dt, fill(d, rounded<Value>(0.2)))};
}

/// Stores x + d v, where v is the mean velocity of the interval, and returns its leading part.
template <Axis axis, class Format, class N>
HWY_INLINE VectorOf<Format> move(const StoredBlock<Format>& stored, std::size_t i, N dt, N velocity,
                                 PredictedBlock<Format>& to) {
  using Rows = PackAccess<PlaceOf<Format>, 0>;
  const PlaceOf<Format> x = Rows::load(along<axis>(stored.position), i);
  if constexpr (std::is_same_v<typename Format::Place, typename Format::Value>) {
    const N moved = fma(dt, velocity, x);
    Rows::store(moved, along<axis>(to.position), i);
    if constexpr (is_wide<N>)
      return moved.high;
    else
      return moved;
  } else {
    const auto sum = two_sum(x.high, mul(dt, velocity));  // docs/theory/precision.md
    const auto moved = fast_two_sum(sum.high, add(sum.low, x.low));
    Rows::store(moved, along<axis>(to.position), i);
    return moved.high;
  }
}

/// x + d (v + d/2 (a + d/3 j)) and v + d (a + d/2 j) of one axis.
template <Axis axis, class Format, class N>
HWY_INLINE VectorOf<Format> predict_along(const StoredBlock<Format>& stored, std::size_t i, const Interval<N>& d,
                                          PredictedBlock<Format>& to) {
  using Rows = PackAccess<N, 0>;
  const N v = Rows::load(along<axis>(stored.velocity), i);
  const N a = Rows::load(along<axis>(stored.acceleration), i);
  const N j = Rows::load(along<axis>(stored.jerk), i);
  Rows::store(fma(d.whole, fma(d.half, j, a), v), along<axis>(to.velocity), i);
  return move<axis>(stored, i, d.whole, fma(d.half, fma(d.third, j, a), v), to);
}

/// The same with two more terms each, and a + d (j + d/2 (s + d/3 c)) (Nitadori & Makino 2008;
/// docs/theory/hermite6.md).
template <Axis axis, class Format, class N>
HWY_INLINE VectorOf<Format> predict_higher_along(const StoredBlock<Format>& stored,
                                                 const StoredHigherBlock<Format>& stored_higher, std::size_t i,
                                                 const Interval<N>& d, PredictedBlock<Format>& to,
                                                 PredictedHigherBlock<Format>& to_higher) {
  using Rows = PackAccess<N, 0>;
  const N v = Rows::load(along<axis>(stored.velocity), i);
  const N a = Rows::load(along<axis>(stored.acceleration), i);
  const N j = Rows::load(along<axis>(stored.jerk), i);
  const N s = Rows::load(along<axis>(stored_higher.snap), i);
  const N c = Rows::load(along<axis>(stored_higher.crackle), i);
  Rows::store(fma(d.whole, fma(d.half, fma(d.third, c, s), j), a), along<axis>(to_higher.acceleration), i);
  Rows::store(fma(d.whole, fma(d.half, fma(d.third, fma(d.fourth, c, s), j), a), v), along<axis>(to.velocity), i);
  const N speed = fma(d.half, fma(d.third, fma(d.fourth, fma(d.fifth, c, s), j), a), v);
  return move<axis>(stored, i, d.whole, speed, to);
}

/// Calls along(axis, from, to, i, d) for the three axes of each vector of rows; it returns the new coordinate.
template <class Format, class Along>
HWY_INLINE void predict_rows(const StoredLeaf<Format>& stored, std::int64_t when, std::size_t used,
                             PredictedLeaf<Format>& to, Along&& along_axes) {
  using T = typename Format::Scalar;
  const hn::ScalableTag<T> d;
  auto largest = hn::Zero(d);
  for (std::size_t row = 0; row < padded_rows(used); row += hn::MaxLanes(d)) {
    const std::size_t number = row / block_rows<T>, i = row % block_rows<T>;
    const StoredBlock<Format>& from = stored.blocks[number];
    PredictedBlock<Format>& block = to.blocks[number];
    const Lanes3<VectorOf<Format>> x = along_axes(number, i, interval<Format>(when, from.time + i));
    using Mass = PackAccess<NumberOf<Format>, 0>;
    Mass::store(Mass::load(from.mass, i), block.mass, i);
    if constexpr (sizeof(T) == 8)
      largest = hn::Max(largest, hn::Max(hn::Abs(x.x), hn::Max(hn::Abs(x.y), hn::Abs(x.z))));
  }
  to.wide = !hn::AllTrue(d, hn::Lt(largest, hn::Set(d, static_cast<T>(wide_coordinate))));
}

template <class Format>
void predict(const StoredLeaf<Format>& stored, std::int64_t when, std::size_t used, PredictedLeaf<Format>& to) {
  predict_rows(stored, when, used, to, [&](std::size_t b, std::size_t i, const auto& d) HWY_ATTR {
    const StoredBlock<Format>& from = stored.blocks[b];
    PredictedBlock<Format>& block = to.blocks[b];
    return Lanes3<VectorOf<Format>>{predict_along<Axis::x>(from, i, d, block),
                                    predict_along<Axis::y>(from, i, d, block),
                                    predict_along<Axis::z>(from, i, d, block)};
  });
}

template <class Format>
void predict_higher(const StoredLeaf<Format>& stored, const StoredHigherLeaf<Format>& stored_higher, std::int64_t when,
                    std::size_t used, PredictedLeaf<Format>& to, PredictedHigherLeaf<Format>& to_higher) {
  predict_rows(stored, when, used, to, [&](std::size_t b, std::size_t i, const auto& d) HWY_ATTR {
    const StoredBlock<Format>& from = stored.blocks[b];
    const StoredHigherBlock<Format>& higher = stored_higher.blocks[b];
    PredictedBlock<Format>& block = to.blocks[b];
    PredictedHigherBlock<Format>& acceleration = to_higher.blocks[b];
    return Lanes3<VectorOf<Format>>{predict_higher_along<Axis::x>(from, higher, i, d, block, acceleration),
                                    predict_higher_along<Axis::y>(from, higher, i, d, block, acceleration),
                                    predict_higher_along<Axis::z>(from, higher, i, d, block, acceleration)};
  });
}

}  // namespace tucana::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
