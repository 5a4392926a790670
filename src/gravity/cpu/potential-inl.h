// The potential of a leaf at one target, alone. Compiled once for each SIMD target.
#if defined(TUCANA_POTENTIAL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TUCANA_POTENTIAL_INL
#undef TUCANA_POTENTIAL_INL
#else
#define TUCANA_POTENTIAL_INL
#endif

#include "tucana/gravity/cpu/force-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tucana::cpu::HWY_NAMESPACE {

template <class Format>
struct PotentialSum {
  using N = NumberOf<Format>;
  using P = PackOf<Format>;

  /// From the r^2 that measure() has left.
  template <bool exact, Omitted omitted>
  static HWY_INLINE void add_measured(const LeafView<Format>& leaf, const Target<Format>&, PairBuffer<Format>& buffer,
                                      const LeafResults& results, std::size_t t) {
    P potential = zero();
    for_packs<Format, P>(leaf, buffer, [&](const auto& block, auto& pairs, std::size_t, std::size_t i) HWY_ATTR {
      const P r2 = RowsOf<Format, P, PairBlock<Format>>::load(pairs.m_r3, i);
      potential =
          fma(scaled_rsqrt<Format, exact>(r2), mass_of<omitted == Omitted::by_masses, P>(block, pairs, i), potential);
    });
    finish(potential, results.sums[t]);
  }

  /// One loop is best here: there is little to overlap.
  static HWY_INLINE void add_all(const LeafView<Format>& leaf, const TargetBlock<Format>& targets, std::size_t t,
                                 N eps2, const LeafResults& results) {
    using Rows = RowsOf<Format, P, PredictedBlock<Format>>;
    const Target<Format> target = broadcast(targets, t);
    P potential = zero();
    for (std::size_t row = 0; row < padded_rows(leaf.used); row += Rows::lanes) {
      const auto& block = leaf.rows.blocks[row / block_rows<typename Format::Scalar>];
      const std::size_t i = row % block_rows<typename Format::Scalar>;
      const P r2 = softened_square(separations<P>(block, i, target), eps2);
      potential = fma(scaled_rsqrt<Format, false>(r2), Rows::load(block.mass, i), potential);
    }
    finish(potential, results.sums[t]);
  }

  static HWY_INLINE bool is_finite_sum(const LeafResults& results, std::size_t t) {
    return std::isfinite(results.sums[t].potential);
  }

 private:
  static HWY_INLINE P zero() {
    return broadcast_pack<P>(fill(hn::ScalableTag<typename Format::Scalar>(), typename Format::Value()));
  }
  static HWY_INLINE void finish(P potential, PairSums& sums) {
    const N none = fill(hn::ScalableTag<typename Format::Scalar>(), typename Format::Value());
    flush<Format>(ForceLanes<N>{{none, none, none}, {none, none, none}, {none, none, none}, sum_of_pack(potential)},
                  sums);
  }
};

}  // namespace tucana::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
