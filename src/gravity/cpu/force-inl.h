// The pair force of a leaf on targets. Compiled once for each SIMD target.
#if defined(TUCANA_FORCE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TUCANA_FORCE_INL
#undef TUCANA_FORCE_INL
#else
#define TUCANA_FORCE_INL
#endif

#include <cmath>

#include "tucana/gravity/cpu/flush-inl.h"
#include "tucana/gravity/cpu/target-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tucana::cpu::HWY_NAMESPACE {

/// What a loop over a leaf leaves for the next one; stays in the first-level cache. m_r3 holds r^2 at first.
template <class Format>
struct PairBlock {
  using T = typename Format::Scalar;
  Line<T> m_r3, alpha;
  [[no_unique_address]] std::conditional_t<Format::two_float, Lines3<T>, NoLowPart> r;
};

template <class Format>
struct PairBuffer {
  PairBlock<Format> blocks[leaf_rows / block_rows<typename Format::Scalar>];
};

/// Target minus source along one axis in the second and third loop: two_float has stored it.
template <class Format, class P>
HWY_INLINE P separation_again(const PredictedBlock<Format>& block, const PairBlock<Format>& pairs, std::size_t i,
                              VectorOf<Format> x,
                              Line<typename Format::Scalar> Lines3<typename Format::Scalar>::*axis) {
  using T = typename Format::Scalar;
  if constexpr (Format::two_float) {
    return PackAccess<P, block_stride<PairBlock<Format>, T>>::load((pairs.r.*axis).row + i);
  } else {
    using Rows = PackAccess<P, block_stride<PredictedBlock<Format>, T>>;
    return rsub(Rows::load((block.position.*axis).row + i), x);
  }
}

template <class Format, class P>
HWY_INLINE P relative_velocity(const PredictedBlock<Format>& block, std::size_t i, VectorOf<Format> vx,
                               Line<typename Format::Scalar> Lines3<typename Format::Scalar>::*axis) {
  using T = typename Format::Scalar;
  using Rows = PackAccess<P, block_stride<PredictedBlock<Format>, T>>;
  return rsub(Rows::load((block.velocity.*axis).row + i), vx);
}

/// First loop: r^2, and in two_float the separations, which take nine operations.
template <class Format, class P>
HWY_INLINE void measure_pairs(const PredictedBlock<Format>& block, const Target<Format>& target,
                              VectorOf<Format> softening, std::size_t i, PairBlock<Format>& out) {
  using T = typename Format::Scalar;
  using Out = PackAccess<P, block_stride<PairBlock<Format>, T>>;
  const P x = separation<Format, P>(block, i, target.x, target.low_x, &Lines3<T>::x);
  const P y = separation<Format, P>(block, i, target.y, target.low_y, &Lines3<T>::y);
  const P z = separation<Format, P>(block, i, target.z, target.low_z, &Lines3<T>::z);
  if constexpr (Format::two_float) {
    Out::store(x, out.r.x.row + i);
    Out::store(y, out.r.y.row + i);
    Out::store(z, out.r.z.row + i);
  }
  Out::store(fma(z, z, fma(y, y, fma(x, x, softening))), out.m_r3.row + i);
}

/// Second loop: m/r^3 and 3 (r.v)/r^2, and the potential; all carry powers of root3.
template <class Format, class P, bool exact, bool mask_self>
HWY_INLINE void weigh_pairs(const PredictedBlock<Format>& block, const Target<Format>& target, std::size_t row,
                            std::size_t i, std::size_t self, PairBlock<Format>& out, VectorOf<Format>& potential) {
  using T = typename Format::Scalar;
  const hn::ScalableTag<T> d;
  using Rows = PackAccess<P, block_stride<PredictedBlock<Format>, T>>;
  using Out = PackAccess<P, block_stride<PairBlock<Format>, T>>;
  P r2 = Out::load(out.m_r3.row + i);
  if constexpr (mask_self) r2 = Rows::replace(r2, hn::Set(d, T{1}), row + i, self);
  const P r_1 = scaled_rsqrt<exact, T>(r2);
  P rv = mul(separation_again<Format, P>(block, out, i, target.x, &Lines3<T>::x),
             relative_velocity<Format, P>(block, i, target.vx, &Lines3<T>::x));
  rv = fma(separation_again<Format, P>(block, out, i, target.y, &Lines3<T>::y),
           relative_velocity<Format, P>(block, i, target.vy, &Lines3<T>::y), rv);
  rv = fma(separation_again<Format, P>(block, out, i, target.z, &Lines3<T>::z),
           relative_velocity<Format, P>(block, i, target.vz, &Lines3<T>::z), rv);
  P m = Rows::load(block.mass.row + i);
  if constexpr (mask_self) m = Rows::replace(m, hn::Zero(d), row + i, self);
  const P m_r = mul(r_1, m);
  const P r_2 = mul(r_1, r_1);
  potential = add(potential, sum_of_pack(m_r));
  Out::store(mul(m_r, r_2), out.m_r3.row + i);
  Out::store(mul(rv, r_2), out.alpha.row + i);
}

/// Third loop: the sums, whose six accumulators stay in registers.
template <class Format>
HWY_INLINE void add_pairs(const PredictedBlock<Format>& block, const PairBlock<Format>& pairs, std::size_t i,
                          const Target<Format>& target, ForceLanes<VectorOf<Format>>& sums) {
  using V = VectorOf<Format>;
  using T = typename Format::Scalar;
  using In = PackAccess<V, 0>;
  const V m_r3 = In::load(pairs.m_r3.row + i);
  const V alpha = In::load(pairs.alpha.row + i);
  const V x = separation_again<Format, V>(block, pairs, i, target.x, &Lines3<T>::x);
  sums.ax = fma(m_r3, x, sums.ax);
  sums.jx = fma(m_r3, fnma(alpha, x, relative_velocity<Format, V>(block, i, target.vx, &Lines3<T>::x)), sums.jx);
  const V y = separation_again<Format, V>(block, pairs, i, target.y, &Lines3<T>::y);
  sums.ay = fma(m_r3, y, sums.ay);
  sums.jy = fma(m_r3, fnma(alpha, y, relative_velocity<Format, V>(block, i, target.vy, &Lines3<T>::y)), sums.jy);
  const V z = separation_again<Format, V>(block, pairs, i, target.z, &Lines3<T>::z);
  sums.az = fma(m_r3, z, sums.az);
  sums.jz = fma(m_r3, fnma(alpha, z, relative_velocity<Format, V>(block, i, target.vz, &Lines3<T>::z)), sums.jz);
}

/// The three loops over a leaf for one target. In one loop they would wait for each other's latencies with too few
/// registers to overlap them; split, each is bound by the arithmetic pipes or nearly so (docs/performance.md).
template <class Format, bool exact, bool mask_self>
HWY_INLINE void force_on(const LeafView<Format>& leaf, const Target<Format>& target, VectorOf<Format> softening,
                         std::size_t self, PairSums& sums) {
  using T = typename Format::Scalar;
  using V = VectorOf<Format>;
  using P = Two<V>;
  constexpr std::size_t pack = PackAccess<P, 0>::lanes, lanes = PackAccess<V, 0>::lanes;
  constexpr std::size_t step = HWY_MAX(pack, block_rows<T>), blocks = step / block_rows<T>;
  const std::size_t end = padded_rows(leaf.used);
  PairBuffer<Format> buffer;
  const PredictedBlock<Format>* block = leaf.rows.blocks;
  PairBlock<Format>* pairs = buffer.blocks;
  for (std::size_t row = 0; row < end; row += step, block += blocks, pairs += blocks)
    for (std::size_t i = 0; i < step; i += pack) measure_pairs<Format, P>(*block, target, softening, i, *pairs);

  const V zero = hn::Zero(hn::ScalableTag<T>());
  ForceLanes<V> total{zero, zero, zero, zero, zero, zero, zero};
  block = leaf.rows.blocks;
  pairs = buffer.blocks;
  for (std::size_t row = 0; row < end; row += step, block += blocks, pairs += blocks)
    for (std::size_t i = 0; i < step; i += pack)
      weigh_pairs<Format, P, exact, mask_self>(*block, target, row, i, self, *pairs, total.potential);

  block = leaf.rows.blocks;
  pairs = buffer.blocks;
  for (std::size_t row = 0; row < end; row += block_rows<T>, ++block, ++pairs)
    for (std::size_t i = 0; i < block_rows<T>; i += lanes) add_pairs<Format>(*block, *pairs, i, target, total);
  flush(total, sums);
}

/// The rare cases, kept out of the hot loop's code: the leaf that holds the target's own row, which alone pays for
/// the mask, and in fp64 separations out of the range of the float estimate.
template <class Format, bool exact>
HWY_NOINLINE void force_with_care(const LeafView<Format>& leaf, const TargetBlock<Format>& targets, std::size_t t,
                                  typename Format::Scalar eps2, PairSums& sums) {
  const hn::ScalableTag<typename Format::Scalar> d;
  const std::size_t self = targets.self[t] - leaf.first_slot;
  force_on<Format, exact, true>(leaf, broadcast(targets, t), hn::Set(d, eps2), self, sums);
}

template <class Format>
void force(const LeafView<Format>& leaf, const TargetBlock<Format>& targets, typename Format::Scalar eps2,
           PairSums* sums) {
  const hn::ScalableTag<typename Format::Scalar> d;
  constexpr bool has_range = sizeof(typename Format::Scalar) == 8;
  for (std::size_t t = 0; t < targets.size; ++t) {
    const std::size_t self = targets.self[t] - leaf.first_slot;
    const bool wide = has_range && (leaf.rows.wide || targets.wide[t]);
    if (self < leaf.used || wide)
      force_with_care<Format, false>(leaf, targets, t, eps2, sums[t]);
    else
      force_on<Format, false, false>(leaf, broadcast(targets, t), hn::Set(d, eps2), self, sums[t]);
    if constexpr (has_range)
      if (wide || !is_finite_sum(sums[t])) force_with_care<Format, true>(leaf, targets, t, eps2, sums[t]);
  }
}

}  // namespace tucana::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
