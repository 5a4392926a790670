// Distances of the pairs of a leaf and one target. Compiled once for each SIMD target.
#if defined(TUCANA_MEASURE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TUCANA_MEASURE_INL
#undef TUCANA_MEASURE_INL
#else
#define TUCANA_MEASURE_INL
#endif

#include "tucana/gravity/cpu/target-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tucana::cpu::HWY_NAMESPACE {

/// Separations that take more than one subtraction are kept for the next loops.
template <class Format>
inline constexpr bool keeps_separations = std::is_same_v<typename Format::Place, FloatPair>;

struct Nothing {};

/// What a loop over a leaf leaves for the next one; stays in the first-level cache. m_r3 holds the softened r^2 at
/// first, and alpha the mass where sums leave out pairs.
template <class Format>
struct PairBlock {
  using Value = typename Format::Value;
  Line<Value> m_r3, alpha;
  [[no_unique_address]] std::conditional_t<keeps_separations<Format>, Lines3<Value>, Nothing> r;
};

template <class Format>
struct PairBuffer {
  PairBlock<Format> blocks[leaf_blocks<Format>];

  /// Mass zero, and r^2 not so small that anything made of it is not finite.
  void leave_out(std::size_t row) {
    constexpr std::size_t rows = block_rows<typename Format::Scalar>;
    PairBlock<Format>& block = blocks[row / rows];
    block.alpha.set(row % rows, 0);
    if (block.m_r3.leading(row % rows) < 1) block.m_r3.set(row % rows, 1);
  }
};

/// Numbers that are processed side by side. Pairs of floats fill the registers alone.
template <class Format>
using PackOf = std::conditional_t<is_wide<NumberOf<Format>>, NumberOf<Format>, Two<NumberOf<Format>>>;

/// Calls at(block, pairs, row, i) for every pack of a leaf: row is the first of the block and i the pack's place in it.
template <class Format, class P, class At>
HWY_INLINE void for_packs(const LeafView<Format>& leaf, PairBuffer<Format>& buffer, At&& at) {
  constexpr std::size_t rows = block_rows<typename Format::Scalar>, pack = PackAccess<P, 0>::lanes;
  constexpr std::size_t step = HWY_MAX(pack, rows), blocks = step / rows;
  const std::size_t end = padded_rows(leaf.used);
  const PredictedBlock<Format>* block = leaf.rows.blocks;
  PairBlock<Format>* pairs = buffer.blocks;
  for (std::size_t row = 0; row < end; row += step, block += blocks, pairs += blocks)
    for (std::size_t i = 0; i < step; i += pack) at(*block, *pairs, row, i);
}

template <class Format, class P>
HWY_INLINE void keep(const Lanes3<P>& r, PairBlock<Format>& pairs, std::size_t i) {
  if constexpr (keeps_separations<Format>) {
    using Out = RowsOf<Format, P, PairBlock<Format>>;
    Out::store(r.x, pairs.r.x, i);
    Out::store(r.y, pairs.r.y, i);
    Out::store(r.z, pairs.r.z, i);
  }
}

/// r^2 + eps^2, rounded like r^2 when there is no softening.
template <class P, class N>
HWY_INLINE P softened_square(const Lanes3<P>& r, N eps2) {
  return fma(r.z, r.z, fma(r.y, r.y, fma(r.x, r.x, eps2)));
}

template <class Format>
HWY_INLINE void measure(const LeafView<Format>& leaf, const Target<Format>& target, NumberOf<Format> eps2,
                        PairBuffer<Format>& buffer) {
  using P = PackOf<Format>;
  for_packs<Format, P>(leaf, buffer, [&](const auto& block, auto& pairs, std::size_t, std::size_t i) HWY_ATTR {
    const Lanes3<P> r = separations<P>(block, i, target);
    keep(r, pairs, i);
    RowsOf<Format, P, PairBlock<Format>>::store(softened_square(r, eps2), pairs.m_r3, i);
  });
}

}  // namespace tucana::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
