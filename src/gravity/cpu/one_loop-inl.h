// Acceleration, jerk, potential and snap of a leaf on one target in one loop. Compiled once for each SIMD target.
#if defined(TUCANA_ONE_LOOP_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TUCANA_ONE_LOOP_INL
#undef TUCANA_ONE_LOOP_INL
#else
#define TUCANA_ONE_LOOP_INL
#endif

#include "tucana/gravity/cpu/force-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tucana::cpu::HWY_NAMESPACE {

/// Where 32 registers hold a target, its sums and a pair. Pairs of floats fill them alone.
template <class Format>
inline constexpr bool has_one_loop = HWY_TARGET == HWY_AVX3 && !is_wide<NumberOf<Format>>;

/// The same operations as the three loops of ForceSum in the same order, and therefore the same bits, but separations
/// and relative velocities are computed once. That is fewer instructions and a longer chain of them: it pays where
/// additions compete with multiplications for the same two pipes and many instructions are in flight at once
/// (docs/performance.md).
template <class Format, bool with_snap>
struct OneLoop {
  using N = NumberOf<Format>;
  static constexpr std::size_t rows = block_rows<typename Format::Scalar>;

  /// One vector of pairs, all rows of a block. Returns its part of the potential.
  template <bool masked>
  static HWY_INLINE N add_block(const LeafView<Format>& leaf, std::size_t b, const Target<Format>& target, N eps2,
                                const LeftOut* left_out, ForceLanes<N>& sums) {
    const PredictedBlock<Format>& block = leaf.rows.blocks[b];
    const Lanes3<N> r = separations<N>(block, 0, target);
    const Lanes3<N> v{relative_velocity<Axis::x, N>(block, 0, target), relative_velocity<Axis::y, N>(block, 0, target),
                      relative_velocity<Axis::z, N>(block, 0, target)};
    Lanes3<N> a = v;
    if constexpr (with_snap) {
      const PredictedHigherBlock<Format>& higher = leaf.higher->blocks[b];
      a = {relative_acceleration<Axis::x, N>(higher, 0, target), relative_acceleration<Axis::y, N>(higher, 0, target),
           relative_acceleration<Axis::z, N>(higher, 0, target)};
    }
    N r2 = softened_square(r, eps2);
    N mass = PackAccess<N, 0>::load(block.mass, 0);
    if constexpr (masked) leave_out(left_out->bytes + b * rows / 8, r2, mass);
    N r_1;
    if constexpr (sizeof(hn::TFromV<N>) == 4)
      r_1 = scaled_rsqrt_float(r2);
    else
      r_1 = scaled_rsqrt_series(r2);
    Products<N> products;
    multiply<Axis::x, with_snap>(r.x, v.x, a.x, products);
    multiply<Axis::y, with_snap>(r.y, v.y, a.y, products);
    multiply<Axis::z, with_snap>(r.z, v.z, a.z, products);
    const N m_r = mul(r_1, mass), r_2 = mul(r_1, r_1);
    PairWeights<N> weights{mul(m_r, r_2), mul(products.rv, r_2), r_2};
    if constexpr (with_snap) weights.beta = beta_of<Format>(products.v2_ra, r_2, weights.alpha);
    add_pull<Axis::x, with_snap>(weights, r.x, v.x, a.x, sums);
    add_pull<Axis::y, with_snap>(weights, r.y, v.y, a.y, sums);
    add_pull<Axis::z, with_snap>(weights, r.z, v.z, a.z, sums);
    return m_r;
  }

  template <bool masked, bool with_potential>
  static HWY_INLINE void add(const LeafView<Format>& leaf, const TargetBlock<Format>& targets, std::size_t t, N eps2,
                             const LeftOut* left_out, const LeafResults& results) {
    static_assert(hn::MaxLanes(hn::ScalableTag<typename Format::Scalar>()) == rows);
    const N zero = fill(hn::ScalableTag<typename Format::Scalar>(), typename Format::Value());
    const Target<Format> target = broadcast(targets, t);
    ForceLanes<N> total{{zero, zero, zero}, {zero, zero, zero}, {zero, zero, zero}, zero};
    for (std::size_t b = 0; b < padded_rows(leaf.used) / rows; b += 2) {
      const N first = add_block<masked>(leaf, b, target, eps2, left_out, total);
      const N second = add_block<masked>(leaf, b + 1, target, eps2, left_out, total);
      if constexpr (with_potential) total.potential = hn::Add(total.potential, hn::Add(first, second));
    }
    flush<Format>(total, results.sums[t]);
    if constexpr (with_snap) flush_snap<Format>(total.snap, results.snaps[t]);
  }
};

}  // namespace tucana::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
