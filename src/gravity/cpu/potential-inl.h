// The potential of a leaf at targets, alone. Compiled once for each SIMD target.
#if defined(TUCANA_POTENTIAL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TUCANA_POTENTIAL_INL
#undef TUCANA_POTENTIAL_INL
#else
#define TUCANA_POTENTIAL_INL
#endif

#include "tucana/gravity/cpu/flush-inl.h"
#include "tucana/gravity/cpu/target-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tucana::cpu::HWY_NAMESPACE {

template <class Format, bool exact, bool mask_self>
HWY_INLINE void potential_on(const LeafView<Format>& leaf, const Target<Format>& target, VectorOf<Format> softening,
                             std::size_t self, PairSums& sums) {
  using T = typename Format::Scalar;
  const hn::ScalableTag<T> d;
  using V = VectorOf<Format>;
  using P = Two<V>;
  using Rows = PackAccess<P, block_stride<PredictedBlock<Format>, T>>;
  P potential = broadcast_pack<P>(hn::Zero(d));
  const std::size_t end = padded_rows(leaf.used);
  for (std::size_t row = 0; row < end; row += Rows::lanes) {
    const auto& block = leaf.rows.blocks[row / block_rows<T>];
    const std::size_t i = row % block_rows<T>;
    const P x = separation<Format, P>(block, i, target.x, target.low_x, &Lines3<T>::x);
    const P y = separation<Format, P>(block, i, target.y, target.low_y, &Lines3<T>::y);
    const P z = separation<Format, P>(block, i, target.z, target.low_z, &Lines3<T>::z);
    P r2 = fma(z, z, fma(y, y, fma(x, x, softening)));
    P m = Rows::load(block.mass.row + i);
    if constexpr (mask_self) {
      r2 = Rows::replace(r2, hn::Set(d, T{1}), row, self);
      m = Rows::replace(m, hn::Zero(d), row, self);
    }
    potential = fma(scaled_rsqrt<exact, T>(r2), m, potential);
  }
  const V zero = hn::Zero(d);
  flush(ForceLanes<V>{zero, zero, zero, zero, zero, zero, sum_of_pack(potential)}, sums);
}

template <class Format, bool exact>
HWY_NOINLINE void potential_with_care(const LeafView<Format>& leaf, const TargetBlock<Format>& targets, std::size_t t,
                                      typename Format::Scalar eps2, PairSums& sums) {
  const hn::ScalableTag<typename Format::Scalar> d;
  const std::size_t self = targets.self[t] - leaf.first_slot;
  potential_on<Format, exact, true>(leaf, broadcast(targets, t), hn::Set(d, eps2), self, sums);
}

template <class Format>
void potential(const LeafView<Format>& leaf, const TargetBlock<Format>& targets, typename Format::Scalar eps2,
               PairSums* sums) {
  const hn::ScalableTag<typename Format::Scalar> d;
  constexpr bool has_range = sizeof(typename Format::Scalar) == 8;
  for (std::size_t t = 0; t < targets.size; ++t) {
    const std::size_t self = targets.self[t] - leaf.first_slot;
    const bool wide = has_range && (leaf.rows.wide || targets.wide[t]);
    if (self < leaf.used || wide)
      potential_with_care<Format, false>(leaf, targets, t, eps2, sums[t]);
    else
      potential_on<Format, false, false>(leaf, broadcast(targets, t), hn::Set(d, eps2), self, sums[t]);
    if constexpr (has_range)
      if (wide || !is_finite_sum(sums[t])) potential_with_care<Format, true>(leaf, targets, t, eps2, sums[t]);
  }
}

}  // namespace tucana::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
