// Prediction of a leaf. Compiled once for each SIMD target.
#if defined(TUCANA_PREDICT_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TUCANA_PREDICT_INL
#undef TUCANA_PREDICT_INL
#else
#define TUCANA_PREDICT_INL
#endif

#include "tucana/core/tick.h"
#include "tucana/gravity/cpu/pack-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tucana::cpu::HWY_NAMESPACE {

/// when - time in time units, from integers.
template <class D>
HWY_INLINE hn::Vec<D> elapsed(D d, std::int64_t when, const std::int64_t* time) {
  if constexpr (sizeof(hn::TFromD<D>) == 8) {
    const hn::RebindToSigned<D> di;
    const auto ticks = hn::Sub(hn::Set(di, when), hn::LoadU(di, time));
    return hn::Mul(hn::ConvertTo(d, ticks), hn::Set(d, 1 / Tick::per_unit));
  } else {
    const hn::Half<D> half;
    const hn::Rebind<double, decltype(half)> dd;
    const auto lower = hn::DemoteTo(half, elapsed(dd, when, time));
    const auto upper = hn::DemoteTo(half, elapsed(dd, when, time + hn::Lanes(dd)));
    return hn::Combine(d, upper, lower);
  }
}

/// x + d (v + d/2 (a + d/3 j)) of one axis; NUMERICS.md section 7 for the two floats.
template <class Format, class D, class V>
HWY_INLINE V predict_axis(D d, const StoredBlock<Format>& stored, PredictedBlock<Format>& to, std::size_t i, V dt,
                          Line<hn::TFromD<D>> Lines3<hn::TFromD<D>>::*axis) {
  using T = hn::TFromD<D>;
  const V v = hn::Load(d, (stored.velocity.*axis).row + i);
  const V a = hn::Load(d, (stored.acceleration.*axis).row + i);
  const V j = hn::Load(d, (stored.jerk.*axis).row + i);
  const V x = hn::Load(d, (stored.position.*axis).row + i);
  const V half_dt = mul(dt, hn::Set(d, T{0.5}));
  const V third_dt = mul(dt, hn::Set(d, T{1} / T{3}));
  const V speed = fma(half_dt, fma(third_dt, j, a), v);
  hn::Store(fma(dt, fma(half_dt, j, a), v), d, (to.velocity.*axis).row + i);
  if constexpr (Format::two_float) {
    const V increment = mul(dt, speed);
    const V sum = add(x, increment);
    const V t = sub(sum, x);
    const V rest = add(add(sub(x, sub(sum, t)), sub(increment, t)), hn::Load(d, (stored.low.*axis).row + i));
    const V high = add(sum, rest);
    hn::Store(high, d, (to.position.*axis).row + i);
    hn::Store(sub(rest, sub(high, sum)), d, (to.low.*axis).row + i);
    return high;
  } else {
    const V predicted = fma(dt, speed, x);
    hn::Store(predicted, d, (to.position.*axis).row + i);
    return predicted;
  }
}

template <class Format>
void predict(const StoredLeaf<Format>& stored, std::int64_t when, std::size_t used, PredictedLeaf<Format>& to) {
  using T = typename Format::Scalar;
  const hn::ScalableTag<T> d;
  constexpr std::size_t lanes = hn::MaxLanes(d);
  auto largest = hn::Zero(d);
  for (std::size_t row = 0; row < padded_rows(used); row += lanes) {
    const StoredBlock<Format>& from = stored.blocks[row / block_rows<T>];
    PredictedBlock<Format>& block = to.blocks[row / block_rows<T>];
    const std::size_t i = row % block_rows<T>;
    const auto dt = elapsed(d, when, from.time + i);
    const auto x = hn::Abs(predict_axis(d, from, block, i, dt, &Lines3<T>::x));
    const auto y = hn::Abs(predict_axis(d, from, block, i, dt, &Lines3<T>::y));
    const auto z = hn::Abs(predict_axis(d, from, block, i, dt, &Lines3<T>::z));
    hn::Store(hn::Load(d, from.mass.row + i), d, block.mass.row + i);
    if constexpr (sizeof(T) == 8) largest = hn::Max(largest, hn::Max(x, hn::Max(y, z)));
  }
  to.wide = !hn::AllTrue(d, hn::Lt(largest, hn::Set(d, static_cast<T>(wide_coordinate))));
}

}  // namespace tucana::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
