// Acceleration, jerk and potential of a leaf on one target, and the snap. Compiled once for each SIMD target.
#if defined(TUCANA_FORCE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TUCANA_FORCE_INL
#undef TUCANA_FORCE_INL
#else
#define TUCANA_FORCE_INL
#endif

#include "tucana/gravity/cpu/flush-inl.h"
#include "tucana/gravity/cpu/measure-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tucana::cpu::HWY_NAMESPACE {

/// What the second loop leaves for the snap besides.
template <class Format>
struct SnapBlock {
  Line<typename Format::Value> beta;
};
template <class Format>
struct SnapBuffer {
  SnapBlock<Format> blocks[leaf_blocks<Format>];
};

/// Target minus source in the second and third loop.
template <Axis axis, class P, class Format>
HWY_INLINE P separation_again(const PredictedBlock<Format>& block, const PairBlock<Format>& pairs, std::size_t i,
                              const Target<Format>& target) {
  if constexpr (keeps_separations<Format>)
    return RowsOf<Format, P, PairBlock<Format>>::load(along<axis>(pairs.r), i);
  else
    return separation<axis, P>(block, i, target);
}

template <Axis axis, class P, class Format>
HWY_INLINE P relative_acceleration(const PredictedHigherBlock<Format>& block, std::size_t i,
                                   const Target<Format>& target) {
  using Rows = RowsOf<Format, P, PredictedHigherBlock<Format>>;
  return rsub(Rows::load(along<axis>(block.acceleration), i), along<axis>(target.acceleration));
}

/// Zero for pairs that are left out.
template <bool masked, class P, class Format>
HWY_INLINE P mass_of(const PredictedBlock<Format>& block, const PairBlock<Format>& pairs, std::size_t i) {
  if constexpr (masked)
    return RowsOf<Format, P, PairBlock<Format>>::load(pairs.alpha, i);
  else
    return RowsOf<Format, P, PredictedBlock<Format>>::load(block.mass, i);
}

/// A bit for each row of a leaf that the sums leave out.
struct LeftOut {
  alignas(8) std::uint8_t bytes[leaf_rows / 8] = {};

  void add(std::size_t row) { bytes[row / 8] = static_cast<std::uint8_t>(bytes[row / 8] | 1u << row % 8); }
};

/// Rows of which bits say that they are left out: mass zero, at a distance from which everything is finite.
template <class P>
HWY_INLINE void leave_out(const std::uint8_t* bits, P& r2, P& mass) {
  if constexpr (is_two<P>) {
    leave_out(bits, r2.a, mass.a);
    leave_out(bits + PackAccess<decltype(P::a), 0>::lanes / 8, r2.b, mass.b);
  } else {
    const hn::DFromV<P> d;
    const auto out = hn::LoadMaskBits(d, bits);
    r2 = hn::IfThenElse(out, hn::Max(r2, hn::Set(d, 1)), r2);
    mass = hn::IfThenZeroElse(out, mass);
  }
}

/// What sums leave out: nothing, rows whose masses in the buffer are zero, or those of bits.
enum class Omitted { nothing, by_masses, by_bits };

/// r.v and v^2 + r.a_, added up axis by axis.
template <class P>
struct Products {
  P rv, v2_ra;
};
template <Axis axis, bool with_snap, class P>
HWY_INLINE void multiply(P r, P v, P a, Products<P>& products) {
  products.rv = axis == Axis::x ? mul(r, v) : fma(r, v, products.rv);
  if constexpr (with_snap) products.v2_ra = fma(r, a, axis == Axis::x ? mul(v, v) : fma(v, v, products.v2_ra));
}
template <Axis axis, bool with_snap, class P, class Format>
HWY_INLINE void multiply_along(const PredictedBlock<Format>& block, const PredictedHigherBlock<Format>* higher,
                               const PairBlock<Format>& pairs, std::size_t i, const Target<Format>& target,
                               Products<P>& products) {
  const P r = separation_again<axis, P>(block, pairs, i, target);
  const P v = relative_velocity<axis, P>(block, i, target);
  P a = v;
  if constexpr (with_snap) a = relative_acceleration<axis, P>(*higher, i, target);
  multiply<axis, with_snap>(r, v, a, products);
}

/// What all sums take from one pair: m/r^3, 3 al and 3 be, with powers of root3.
template <class P>
struct PairWeights {
  P m_r3, alpha, beta;
};

/// 3 be from (v^2 + r.a_), 1/r^2 and 3 al.
template <class Format, class P>
HWY_INLINE P beta_of(P v2_ra, P r_2, P alpha) {
  const auto third = fill(hn::ScalableTag<typename Format::Scalar>(), rounded<typename Format::Value>(1.0 / 3));
  return fma(v2_ra, r_2, mul(mul(alpha, alpha), third));
}

template <Axis axis, bool with_snap, class N>
HWY_INLINE void add_pull(const PairWeights<N>& pair, N r, N v, N a, ForceLanes<N>& sums) {
  along<axis>(sums.acceleration) = fma(pair.m_r3, r, along<axis>(sums.acceleration));
  const N w = fnma(pair.alpha, r, v);
  along<axis>(sums.jerk) = fma(pair.m_r3, w, along<axis>(sums.jerk));
  if constexpr (with_snap) {
    const N s = fnma(pair.beta, r, fnma(add(pair.alpha, pair.alpha), w, a));
    along<axis>(sums.snap) = fma(pair.m_r3, s, along<axis>(sums.snap));
  }
}

/// The three loops over a leaf for one target: measure-inl.h has the first. In one loop they would wait for each
/// other's latencies with too few registers to overlap them; split, each is bound by the arithmetic pipes or nearly so
/// (docs/performance.md). With al = (r.v)/r^2, be = (v^2 + r.a_)/r^2 + al^2 and w = v - 3 al r
/// (docs/theory/hermite6.md): A = m/r^3 r, J = m/r^3 w, S = m/r^3 (a_ - 6 al w - 3 be r).
template <class Format, bool with_snap>
struct ForceSum {
  static constexpr bool has_snap = with_snap;
  using N = NumberOf<Format>;
  using P = PackOf<Format>;
  using Lanes = ForceLanes<N>;
  using Buffer = std::conditional_t<with_snap, SnapBuffer<Format>, Nothing>;

  /// Second loop: m/r^3, 3 al and 3 be, and the potential; all carry powers of root3.
  template <bool exact, Omitted omitted>
  static HWY_INLINE void weigh(const PredictedBlock<Format>& block, const PredictedHigherBlock<Format>* higher,
                               const Target<Format>& target, std::size_t i, PairBlock<Format>& pairs,
                               SnapBlock<Format>* snap, const std::uint8_t* bits, N& potential) {
    using Out = RowsOf<Format, P, PairBlock<Format>>;
    P r2 = Out::load(pairs.m_r3, i), mass = mass_of<omitted == Omitted::by_masses, P>(block, pairs, i);
    if constexpr (omitted == Omitted::by_bits) leave_out(bits, r2, mass);
    const P r_1 = scaled_rsqrt<Format, exact>(r2);
    Products<P> products;
    multiply_along<Axis::x, with_snap>(block, higher, pairs, i, target, products);
    multiply_along<Axis::y, with_snap>(block, higher, pairs, i, target, products);
    multiply_along<Axis::z, with_snap>(block, higher, pairs, i, target, products);
    const P m_r = mul(r_1, mass);
    const P r_2 = mul(r_1, r_1);
    potential = add(potential, sum_of_pack(m_r));
    Out::store(mul(m_r, r_2), pairs.m_r3, i);
    const P alpha = mul(products.rv, r_2);
    Out::store(alpha, pairs.alpha, i);
    if constexpr (with_snap)
      RowsOf<Format, P, SnapBlock<Format>>::store(beta_of<Format>(products.v2_ra, r_2, alpha), snap->beta, i);
  }

  /// Third loop: the sums, whose accumulators stay in registers.
  template <Axis axis>
  static HWY_INLINE void add_along(const PredictedBlock<Format>& block, const PredictedHigherBlock<Format>* higher,
                                   const Target<Format>& target, std::size_t i, const PairBlock<Format>& pairs,
                                   const PairWeights<N>& weights, Lanes& sums) {
    const N r = separation_again<axis, N>(block, pairs, i, target);
    const N v = relative_velocity<axis, N>(block, i, target);
    N a = v;
    if constexpr (with_snap) a = relative_acceleration<axis, N>(*higher, i, target);
    add_pull<axis, with_snap>(weights, r, v, a, sums);
  }

  /// Second and third loop.
  template <bool exact, Omitted omitted>
  static HWY_INLINE void add_measured(const LeafView<Format>& leaf, const Target<Format>& target,
                                      PairBuffer<Format>& buffer, const LeafResults& results, std::size_t t,
                                      const LeftOut* left_out = nullptr) {
    constexpr std::size_t rows = block_rows<typename Format::Scalar>;
    const N zero = fill(hn::ScalableTag<typename Format::Scalar>(), typename Format::Value());
    Lanes total{{zero, zero, zero}, {zero, zero, zero}, {zero, zero, zero}, zero};
    Buffer own;
    const auto higher_of = [&](std::size_t row) HWY_ATTR -> const PredictedHigherBlock<Format>* {
      if constexpr (with_snap)
        return leaf.higher->blocks + row / rows;
      else
        return nullptr;
    };
    const auto snap_of = [&](std::size_t row) HWY_ATTR -> SnapBlock<Format>* {
      if constexpr (with_snap)
        return own.blocks + row / rows;
      else
        return nullptr;
    };
    for_packs<Format, P>(leaf, buffer, [&](const auto& block, auto& pairs, std::size_t row, std::size_t i) HWY_ATTR {
      const std::uint8_t* bits = nullptr;
      if constexpr (omitted == Omitted::by_bits) bits = left_out->bytes + (row + i) / 8;
      weigh<exact, omitted>(block, higher_of(row), target, i, pairs, snap_of(row), bits, total.potential);
    });
    for_packs<Format, N>(leaf, buffer, [&](const auto& block, auto& pairs, std::size_t row, std::size_t i) HWY_ATTR {
      using In = PackAccess<N, 0>;
      PairWeights<N> weights{In::load(pairs.m_r3, i), In::load(pairs.alpha, i), zero};
      if constexpr (with_snap) weights.beta = In::load(snap_of(row)->beta, i);
      add_along<Axis::x>(block, higher_of(row), target, i, pairs, weights, total);
      add_along<Axis::y>(block, higher_of(row), target, i, pairs, weights, total);
      add_along<Axis::z>(block, higher_of(row), target, i, pairs, weights, total);
    });
    flush<Format>(total, results.sums[t]);
    if constexpr (with_snap) flush_snap<Format>(total.snap, results.snaps[t]);
  }

  /// All three loops, for a leaf without the target or with bits.
  template <Omitted omitted = Omitted::nothing>
  static HWY_INLINE void add_all(const LeafView<Format>& leaf, const TargetBlock<Format>& targets, std::size_t t,
                                 N eps2, const LeafResults& results, const LeftOut* left_out = nullptr) {
    PairBuffer<Format> buffer;
    const Target<Format> target = broadcast(targets, t);
    measure(leaf, target, eps2, buffer);
    add_measured<false, omitted>(leaf, target, buffer, results, t, left_out);
  }

  static HWY_INLINE bool is_finite_sum(const LeafResults& results, std::size_t t) {
    return is_finite_first(results.sums[t]) && (!with_snap || std::isfinite(results.snaps[t].x));
  }
};

}  // namespace tucana::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
