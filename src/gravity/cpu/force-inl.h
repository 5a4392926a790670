// The pair force of a leaf on targets. Compiled once for each SIMD target.
#if defined(TUCANA_FORCE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TUCANA_FORCE_INL
#undef TUCANA_FORCE_INL
#else
#define TUCANA_FORCE_INL
#endif

#include <cmath>

#include "tucana/gravity/cpu/rsqrt-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tucana::cpu::HWY_NAMESPACE {

/// What the first loop over a leaf leaves for the second one; stays in the first-level cache.
template <class Format>
struct PairBuffer {
  using T = typename Format::Scalar;
  Column<T> m_r3, alpha;
  [[no_unique_address]] std::conditional_t<Format::two_float, Columns3<T>, NoLowPart> r;
};

/// One target in all lanes.
template <class Format>
struct Target {
  using V = hn::Vec<hn::ScalableTag<typename Format::Scalar>>;
  V x, y, z, low_x, low_y, low_z, vx, vy, vz;
};

template <class Format>
HWY_INLINE Target<Format> broadcast(const TargetBlock<Format>& block, std::size_t t) {
  const hn::ScalableTag<typename Format::Scalar> d;
  return {hn::Set(d, block.x[t]),     hn::Set(d, block.y[t]),     hn::Set(d, block.z[t]),
          hn::Set(d, block.low_x[t]), hn::Set(d, block.low_y[t]), hn::Set(d, block.low_z[t]),
          hn::Set(d, block.vx[t]),    hn::Set(d, block.vy[t]),    hn::Set(d, block.vz[t])};
}

/// Source minus target along one axis (NUMERICS.md section 7: diff).
template <class Format, class P, class V>
HWY_INLINE P separation(const PredictedLeaf<Format>& leaf, std::size_t i, V x, V low_x,
                        Column<typename Format::Scalar> Columns3<typename Format::Scalar>::*axis) {
  using Access = PackAccess<hn::ScalableTag<typename Format::Scalar>, P>;
  const P high = sub(Access::load(&(leaf.position.*axis)[i]), x);
  if constexpr (Format::two_float)
    return add(high, sub(Access::load(&(leaf.low.*axis)[i]), low_x));
  else
    return high;
}

/// First loop: m/r^3 and 3 (r.v)/r^2 of every row, and the potential. The second loop has its accumulators in
/// registers; together in one loop they are bound by latency. All sums carry the powers of root3.
template <class Format, bool exact, bool mask_self>
HWY_INLINE hn::Vec<hn::ScalableTag<typename Format::Scalar>> weigh_pairs(const LeafView<Format>& leaf,
                                                                         const Target<Format>& target,
                                                                         typename Format::Scalar eps2, std::size_t self,
                                                                         PairBuffer<Format>& buffer) {
  using T = typename Format::Scalar;
  const hn::ScalableTag<T> d;
  using V = hn::Vec<decltype(d)>;
  using P = Two<V>;
  using Access = PackAccess<decltype(d), P>;
  using Axes = Columns3<T>;
  const PredictedLeaf<Format>& rows = leaf.rows;
  const V softening = hn::Set(d, eps2);
  const std::size_t end = padded_rows(leaf.used);
  P potential{hn::Zero(d), hn::Zero(d)};
  for (std::size_t i = 0; i < end; i += Access::lanes()) {
    const P x = separation<Format, P>(rows, i, target.x, target.low_x, &Axes::x);
    const P y = separation<Format, P>(rows, i, target.y, target.low_y, &Axes::y);
    const P z = separation<Format, P>(rows, i, target.z, target.low_z, &Axes::z);
    P r2 = fma(x, x, softening);
    r2 = fma(y, y, r2);
    r2 = fma(z, z, r2);
    P m = Access::load(&rows.mass[i]);
    if constexpr (mask_self) {
      r2 = Access::replace(r2, hn::Set(d, T{1}), i, self);
      m = Access::replace(m, hn::Zero(d), i, self);
    }
    P rv = mul(x, sub(Access::load(&rows.velocity.x[i]), target.vx));
    rv = fma(y, sub(Access::load(&rows.velocity.y[i]), target.vy), rv);
    rv = fma(z, sub(Access::load(&rows.velocity.z[i]), target.vz), rv);
    const P r_1 = scaled_rsqrt<exact, T>(r2);
    const P r_2 = mul(r_1, r_1);
    const P m_r = mul(m, r_1);
    potential = add(potential, m_r);
    Access::store(mul(m_r, r_2), &buffer.m_r3[i]);
    Access::store(mul(rv, r_2), &buffer.alpha[i]);
    if constexpr (Format::two_float) {
      Access::store(x, &buffer.r.x[i]);
      Access::store(y, &buffer.r.y[i]);
      Access::store(z, &buffer.r.z[i]);
    }
  }
  return hn::Add(potential.a, potential.b);
}

template <class V>
struct ForceLanes {
  V ax, ay, az, jx, jy, jz, potential;
};

/// The sum of all lanes in double, without the powers of root3.
template <class V>
HWY_INLINE void flush(const ForceLanes<V>& lanes, PairSums& sums) {
  const hn::DFromV<V> d;
  constexpr double c = root3<hn::TFromV<V>>;
  const auto total = [d](V v) HWY_ATTR { return static_cast<double>(hn::GetLane(hn::SumOfLanes(d, v))); };
  constexpr double cube = 1 / (c * c * c);
  sums.acceleration = {total(lanes.ax) * cube, total(lanes.ay) * cube, total(lanes.az) * cube};
  sums.jerk = {total(lanes.jx) * cube, total(lanes.jy) * cube, total(lanes.jz) * cube};
  sums.potential = total(lanes.potential) * (1 / c);
}

template <class Format, bool exact, bool mask_self>
HWY_INLINE void force_on(const LeafView<Format>& leaf, const Target<Format>& target, typename Format::Scalar eps2,
                         std::size_t self, PairSums& sums) {
  using T = typename Format::Scalar;
  const hn::ScalableTag<T> d;
  using V = hn::Vec<decltype(d)>;
  const PredictedLeaf<Format>& rows = leaf.rows;
  PairBuffer<Format> buffer;
  const V potential = weigh_pairs<Format, exact, mask_self>(leaf, target, eps2, self, buffer);
  V ax = hn::Zero(d), ay = ax, az = ax, jx = ax, jy = ax, jz = ax;
  const std::size_t end = padded_rows(leaf.used);
  for (std::size_t i = 0; i < end; i += hn::Lanes(d)) {
    const V m_r3 = hn::Load(d, &buffer.m_r3[i]);
    const V alpha = hn::Load(d, &buffer.alpha[i]);
    V x, y, z;
    if constexpr (Format::two_float) {
      x = hn::Load(d, &buffer.r.x[i]);
      y = hn::Load(d, &buffer.r.y[i]);
      z = hn::Load(d, &buffer.r.z[i]);
    } else {
      x = sub(hn::Load(d, &rows.position.x[i]), target.x);
      y = sub(hn::Load(d, &rows.position.y[i]), target.y);
      z = sub(hn::Load(d, &rows.position.z[i]), target.z);
    }
    ax = fma(m_r3, x, ax);
    ay = fma(m_r3, y, ay);
    az = fma(m_r3, z, az);
    jx = fma(m_r3, fnma(alpha, x, sub(hn::Load(d, &rows.velocity.x[i]), target.vx)), jx);
    jy = fma(m_r3, fnma(alpha, y, sub(hn::Load(d, &rows.velocity.y[i]), target.vy)), jy);
    jz = fma(m_r3, fnma(alpha, z, sub(hn::Load(d, &rows.velocity.z[i]), target.vz)), jz);
  }
  flush(ForceLanes<V>{ax, ay, az, jx, jy, jz, potential}, sums);
}

template <class Format, bool exact>
HWY_NOINLINE void force_with_care(const LeafView<Format>& leaf, const Target<Format>& target,
                                  typename Format::Scalar eps2, std::size_t self, PairSums& sums) {
  // Only the leaf that holds the target's own row pays for the mask.
  if (self < leaf.used)
    force_on<Format, exact, true>(leaf, target, eps2, self, sums);
  else
    force_on<Format, exact, false>(leaf, target, eps2, self, sums);
}

/// A separation below the range of float makes the estimate, and so the sum, infinite or NaN.
inline bool is_finite_sum(const PairSums& sums) {
  return std::isfinite(sums.acceleration.x) && std::isfinite(sums.potential) && std::isfinite(sums.jerk.x);
}

template <class Format>
void force(const LeafView<Format>& leaf, const TargetBlock<Format>& block, typename Format::Scalar eps2,
           PairSums* sums) {
  constexpr bool has_range = sizeof(typename Format::Scalar) == 8;
  for (std::size_t t = 0; t < block.size; ++t) {
    const Target<Format> target = broadcast(block, t);
    const std::size_t self = block.self[t] - leaf.first_slot;
    const bool wide = has_range && (leaf.rows.wide || block.wide[t]);
    if (self < leaf.used)
      force_with_care<Format, false>(leaf, target, eps2, self, sums[t]);
    else if (!wide)
      force_on<Format, false, false>(leaf, target, eps2, self, sums[t]);
    if constexpr (has_range)
      if (wide || !is_finite_sum(sums[t])) force_with_care<Format, true>(leaf, target, eps2, self, sums[t]);
  }
}

template <class Format, bool exact>
HWY_INLINE void potential_on(const LeafView<Format>& leaf, const Target<Format>& target, typename Format::Scalar eps2,
                             std::size_t self, PairSums& sums) {
  using T = typename Format::Scalar;
  const hn::ScalableTag<T> d;
  using V = hn::Vec<decltype(d)>;
  using P = Two<V>;
  using Access = PackAccess<decltype(d), P>;
  using Axes = Columns3<T>;
  const PredictedLeaf<Format>& rows = leaf.rows;
  const V softening = hn::Set(d, eps2);
  const bool mask_self = self < leaf.used;
  P potential{hn::Zero(d), hn::Zero(d)};
  for (std::size_t i = 0; i < padded_rows(leaf.used); i += Access::lanes()) {
    const P x = separation<Format, P>(rows, i, target.x, target.low_x, &Axes::x);
    const P y = separation<Format, P>(rows, i, target.y, target.low_y, &Axes::y);
    const P z = separation<Format, P>(rows, i, target.z, target.low_z, &Axes::z);
    P r2 = fma(z, z, fma(y, y, fma(x, x, softening)));
    P m = Access::load(&rows.mass[i]);
    if (mask_self) {
      r2 = Access::replace(r2, hn::Set(d, T{1}), i, self);
      m = Access::replace(m, hn::Zero(d), i, self);
    }
    potential = fma(m, scaled_rsqrt<exact, T>(r2), potential);
  }
  const V zero = hn::Zero(d);
  flush(ForceLanes<V>{zero, zero, zero, zero, zero, zero, hn::Add(potential.a, potential.b)}, sums);
}

template <class Format>
void potential(const LeafView<Format>& leaf, const TargetBlock<Format>& block, typename Format::Scalar eps2,
               PairSums* sums) {
  constexpr bool has_range = sizeof(typename Format::Scalar) == 8;
  for (std::size_t t = 0; t < block.size; ++t) {
    const Target<Format> target = broadcast(block, t);
    const std::size_t self = block.self[t] - leaf.first_slot;
    const bool wide = has_range && (leaf.rows.wide || block.wide[t]);
    if (!wide) potential_on<Format, false>(leaf, target, eps2, self, sums[t]);
    if constexpr (has_range)
      if (wide || !is_finite_sum(sums[t])) potential_on<Format, true>(leaf, target, eps2, self, sums[t]);
  }
}

}  // namespace tucana::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
