// Distances of the pairs of a leaf and one target, and who is a neighbour. Compiled once for each SIMD target.
#if defined(TUCANA_MEASURE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TUCANA_MEASURE_INL
#undef TUCANA_MEASURE_INL
#else
#define TUCANA_MEASURE_INL
#endif

#include <bit>
#include <cstring>

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

/// Numbers that are worked on side by side. Pairs of floats fill the registers alone.
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

template <class N>
HWY_INLINE auto leading(N n) {
  if constexpr (is_wide<N>)
    return n.high;
  else
    return n;
}
template <class N>
HWY_INLINE auto is_less(N a, N b) {
  if constexpr (is_wide<N>)
    return hn::Or(hn::Lt(a.high, b.high), hn::And(hn::Eq(a.high, b.high), hn::Lt(a.low, b.low)));
  else
    return hn::Lt(a, b);
}
template <class M, class N>
HWY_INLINE N choose(M mask, N yes, N no) {
  if constexpr (is_wide<N>)
    return {hn::IfThenElse(mask, yes.high, no.high), hn::IfThenElse(mask, yes.low, no.low)};
  else
    return hn::IfThenElse(mask, yes, no);
}
template <class P>
HWY_INLINE P least(P a, P b) {
  if constexpr (is_two<P>)
    return {least(a.a, b.a), least(a.b, b.b)};
  else
    return choose(is_less(a, b), a, b);
}

/// Of the nearest approach between 0 and `time`: -r.v/v^2 when bodies approach each other. In pairs of floats one float
/// is enough within the interval, since the distance does not change to first order there.
template <class P, class N>
HWY_INLINE P approach_time(P rv, P v2, N time) {
  if constexpr (is_two<P>) {
    return {approach_time(rv.a, v2.a, time), approach_time(rv.b, v2.b, time)};
  } else if constexpr (is_wide<P>) {
    const auto zero = hn::Zero(hn::DFromV<decltype(rv.high)>());
    const P inside{hn::Neg(hn::Div(rv.high, v2.high)), zero};
    const auto approaching = hn::And(hn::Lt(rv.high, zero), hn::Gt(v2.high, zero));
    return choose(approaching, choose(hn::Lt(inside.high, time.high), inside, time), {zero, zero});
  } else {
    const auto zero = hn::Zero(hn::DFromV<P>());
    const auto approaching = hn::And(hn::Lt(rv, zero), hn::Gt(v2, zero));
    return hn::IfThenElseZero(approaching, hn::Min(hn::Neg(hn::Div(rv, v2)), time));
  }
}

template <class P, class Q>
HWY_INLINE P square_after(const Lanes3<P>& r, const Lanes3<P>& v, Q time) {
  const Lanes3<P> moved{fma(v.x, time, r.x), fma(v.y, time, r.y), fma(v.z, time, r.z)};
  return dot(moved, moved);
}

/// The square that a list rule compares with radius2.
template <ListRule rule, class Format, class P>
HWY_INLINE P compared_square(const PredictedBlock<Format>& block, std::size_t i, const Target<Format>& target,
                             const Lanes3<P>& r, NumberOf<Format> time) {
  if constexpr (rule == ListRule::distance) {
    return dot(r, r);
  } else {
    const Lanes3<P> v{relative_velocity<Axis::x, P>(block, i, target), relative_velocity<Axis::y, P>(block, i, target),
                      relative_velocity<Axis::z, P>(block, i, target)};
    if constexpr (rule == ListRule::end_points)
      return least(square_after(r, v, time), dot(r, r));
    else
      return square_after(r, v, approach_time(dot(r, v), dot(v, v), time));
  }
}

/// Which rows of a leaf are listed: a bit for each, in bytes of eight rows or of one pack that has fewer.
template <class Format>
struct ListedRows {
  static constexpr std::size_t pack = PackAccess<PackOf<Format>, 0>::lanes;
  static constexpr std::size_t rows_per_byte = HWY_MIN(pack, 8);
  using Bits =
      std::conditional_t<(pack > 16), std::uint32_t, std::conditional_t<(pack > 8), std::uint16_t, std::uint8_t>>;

  alignas(8) Bits bits[leaf_rows / pack];
  bool any = false;

  /// Calls at(row) in ascending order.
  template <class At>
  void for_each(std::size_t rows, At&& at) const {
    for (std::size_t w = 0; w < words(rows); ++w)
      for (std::uint64_t rest = word(w); rest != 0; rest &= rest - 1) {
        const auto bit = static_cast<std::size_t>(std::countr_zero(rest));
        at((8 * w + bit / 8) * rows_per_byte + bit % 8);
      }
  }

 private:
  static constexpr std::size_t words(std::size_t rows) { return rows / rows_per_byte / 8; }
  std::uint64_t word(std::size_t w) const {
    std::uint64_t word = 0;
    std::memcpy(&word, reinterpret_cast<const char*>(bits) + 8 * w, 8);
    return word;
  }
};

/// A bit for each lane that is less, the first lane lowest.
template <class P, class N>
HWY_INLINE std::uint32_t less_bits(P compared, N limit) {
  if constexpr (is_two<P>) {
    constexpr std::size_t lanes = PackAccess<decltype(P::a), 0>::lanes;
    return less_bits(compared.a, limit) | less_bits(compared.b, limit) << lanes;
  } else {
    std::uint8_t bytes[8] = {};
    hn::StoreMaskBits(hn::ScalableTag<hn::TFromV<decltype(leading(limit))>>(), is_less(compared, limit), bytes);
    std::uint32_t bits = 0;
    std::memcpy(&bits, bytes, sizeof bits);
    return bits;
  }
}

template <ListRule rule, bool softened, class Format>
HWY_NOINLINE void measure_and_list(const LeafView<Format>& leaf, const TargetBlock<Format>& targets, std::size_t t,
                                   typename Format::Value softening2, PairBuffer<Format>& buffer,
                                   ListedRows<Format>& listed) {
  using P = PackOf<Format>;
  const hn::ScalableTag<typename Format::Scalar> d;
  const Target<Format> target = broadcast(targets, t);
  const auto eps2 = fill(d, softening2), radius2 = fill(d, targets.radius2[t]), time = fill(d, targets.list_time[t]);
  auto* bits = listed.bits;
  std::uint32_t any = 0;
  for_packs<Format, P>(leaf, buffer, [&](const auto& block, auto& pairs, std::size_t, std::size_t i) HWY_ATTR {
    const Lanes3<P> r = separations<P>(block, i, target);
    keep(r, pairs, i);
    const P r2 = softened ? softened_square(r, eps2) : dot(r, r);
    RowsOf<Format, P, PairBlock<Format>>::store(r2, pairs.m_r3, i);
    const P compared = compared_square<rule>(block, i, target, r, time);
    const std::uint32_t inside = less_bits(compared, radius2);
    *bits++ = static_cast<typename ListedRows<Format>::Bits>(inside);
    any |= inside;
  });
  listed.any = any != 0;
}

template <ListRule rule, class Format>
void measure_and_list_by(const LeafView<Format>& leaf, const TargetBlock<Format>& targets, std::size_t t,
                         const PairJob<Format>& job, PairBuffer<Format>& buffer, ListedRows<Format>& listed) {
  const auto measure = job.softened ? measure_and_list<rule, true, Format> : measure_and_list<rule, false, Format>;
  measure(leaf, targets, t, job.eps2, buffer, listed);
}

/// The first loop as a job wants it.
template <class Format>
HWY_NOINLINE void measure_for(const LeafView<Format>& leaf, const TargetBlock<Format>& targets, std::size_t t,
                              const PairJob<Format>& job, PairBuffer<Format>& buffer, ListedRows<Format>& listed) {
  const hn::ScalableTag<typename Format::Scalar> d;
  if (!job.lists)
    measure(leaf, broadcast(targets, t), fill(d, job.eps2), buffer);
  else if (job.rule == ListRule::distance)
    measure_and_list_by<ListRule::distance>(leaf, targets, t, job, buffer, listed);
  else if (job.rule == ListRule::end_points)
    measure_and_list_by<ListRule::end_points>(leaf, targets, t, job, buffer, listed);
  else
    measure_and_list_by<ListRule::segment>(leaf, targets, t, job, buffer, listed);
}

/// Parked rows and the target itself are nobody's neighbours.
template <class Format>
void append_listed(const LeafView<Format>& leaf, std::size_t self, const ListedRows<Format>& listed,
                   std::vector<Slot>& list) {
  constexpr std::size_t rows = block_rows<typename Format::Scalar>;
  if (!listed.any) return;
  listed.for_each(padded_rows(leaf.used), [&](std::size_t row) {
    if (row != self && !is_parked(leaf.rows.blocks[row / rows], row % rows))
      list.push_back(slot_at(leaf.first_slot + row));
  });
}

}  // namespace tucana::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
