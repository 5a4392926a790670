// Which pairs of a leaf and one target are neighbours. Compiled once for each SIMD target.
#if defined(TUCANA_LISTS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TUCANA_LISTS_INL
#undef TUCANA_LISTS_INL
#else
#define TUCANA_LISTS_INL
#endif

#include <bit>
#include <cstring>
#include <limits>

#include "tucana/gravity/cpu/bounds-inl.h"
#include "tucana/gravity/cpu/measure-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tucana::cpu::HWY_NAMESPACE {

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
    if constexpr (rule == ListRule::end_points) return least(square_after(r, v, time), dot(r, r));
    const P nearest2 = square_after(r, v, approach_time(dot(r, v), dot(v, v), time));
    if constexpr (rule == ListRule::segment) return nearest2;
    const hn::ScalableTag<typename Format::Scalar> d;
    const auto half = fill(d, rounded<typename Format::Value>(0.5));
    const P sphere2 = rule == ListRule::midway ? square_after(r, v, mul(time, half)) : dot(r, r);
    return least(mul(nearest2, fill(d, rounded<typename Format::Value>(4.0))), sphere2);
  }
}

/// Few rows are near enough to be tested: one vector at a time, if its bits fill bytes.
template <class Format>
using ListPackOf =
    std::conditional_t<PackAccess<NumberOf<Format>, 0>::lanes % 8 == 0, NumberOf<Format>, PackOf<Format>>;

/// Which rows of a leaf are listed: a bit for each, in bytes of eight rows or of one pack that has fewer.
template <class Format>
struct ListedRows {
  static constexpr std::size_t pack = PackAccess<ListPackOf<Format>, 0>::lanes;
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
    return bytes[0] | std::uint32_t{bytes[1]} << 8;
  }
}

/// The square of the distance within which rows of a box may be listed, rounding included.
template <class D, class Format>
HWY_INLINE hn::Vec<D> farthest2(D d, const LeafView<Format>& leaf, const TargetBlock<Format>& targets, std::size_t t,
                                std::size_t box) {
  const auto fastest = hn::Load(d, leaf.rows.bounds.fastest + box);
  const auto nearest = hn::MulAdd(hn::Set(d, targets.time[t]), fastest, hn::Set(d, targets.reach[t]));
  const auto sphere = hn::MulAdd(hn::Set(d, targets.sphere_time[t]), fastest, hn::Set(d, targets.sphere_reach[t]));
  const auto farthest = hn::Max(nearest, sphere);
  return hn::Mul(hn::Mul(farthest, farthest), hn::Set(d, 1.0001f));
}

/// A bit for each box of the leaf that may contain a listed row: those within reach of the target in time. Written so
/// that infinite values exclude nothing.
template <class Format>
HWY_INLINE std::uint32_t near_boxes(const LeafView<Format>& leaf, const TargetBlock<Format>& targets, std::size_t t) {
  const hn::CappedTag<float, leaf_boxes> d;
  std::uint32_t near = 0;
  for (std::size_t box = 0; box < leaf_boxes; box += hn::Lanes(d)) {
    std::uint8_t bits[8] = {};
    const auto is_far = hn::Gt(box_distance2(d, leaf, targets, t, box), farthest2(d, leaf, targets, t, box));
    hn::StoreMaskBits(d, is_far, bits);
    near |= (~std::uint32_t{bits[0]} & ((1u << hn::Lanes(d)) - 1)) << box;
  }
  return near;
}

/// Softened squares of distances, where they are known already; none for lists alone.
template <class Format>
struct KnownSquares {
  const PairBuffer<Format>* buffer = nullptr;
  typename Format::Value eps2 = {};
};

/// Which rows of the near boxes are listed.
template <ListRule rule, bool known, class Format>
HWY_NOINLINE void list_by(const LeafView<Format>& leaf, const TargetBlock<Format>& targets, std::size_t t,
                          std::uint32_t near, const KnownSquares<Format>& squares, ListedRows<Format>& listed) {
  using P = ListPackOf<Format>;
  using Bits = typename ListedRows<Format>::Bits;
  constexpr std::size_t pack = ListedRows<Format>::pack, rows = block_rows<typename Format::Scalar>;
  static_assert(pack <= box_rows);
  const hn::ScalableTag<typename Format::Scalar> d;
  const Target<Format> target = broadcast(targets, t);
  const auto radius2 = fill(d, targets.radius2[t]), time = fill(d, targets.list_time[t]);
  std::memset(listed.bits, 0, sizeof(listed.bits));
  alignas(64) float far2[leaf_boxes];
  const hn::CappedTag<float, leaf_boxes> boxes;
  const auto softening2 = hn::Set(boxes, known ? static_cast<float>(leading_of(squares.eps2)) : 0.0f);
  for (std::size_t box = 0; box < leaf_boxes; box += hn::Lanes(boxes)) {
    const auto far = hn::Add(farthest2(boxes, leaf, targets, t, box), softening2);
    hn::Store(hn::Mul(far, hn::Set(boxes, 1.0001f)), boxes, far2 + box);
  }
  const auto square_at = [&](std::size_t row) HWY_ATTR -> P {
    if constexpr (known)
      return RowsOf<Format, P, PairBlock<Format>>::load(squares.buffer->blocks[row / rows].m_r3, row % rows);
    const Lanes3<P> r = separations<P>(leaf.rows.blocks[row / rows], row % rows, target);
    return dot(r, r);
  };
  // First the few rows that are near enough to be tested; gathered without a branch, which would be unpredictable.
  std::size_t asked[leaf_rows / pack], count = 0;
  std::uint32_t any = 0;
  for (; near != 0; near &= near - 1) {
    const auto box = static_cast<std::size_t>(std::countr_zero(near));
    const auto limit2 = rule == ListRule::distance ? radius2 : fill(d, rounded<typename Format::Value>(far2[box]));
    for (std::size_t row = box * box_rows; row < (box + 1) * box_rows; row += pack) {
      const std::uint32_t inside = less_bits(square_at(row), limit2);
      if constexpr (rule == ListRule::distance) listed.bits[row / pack] = static_cast<Bits>(inside), any |= inside;
      asked[count] = row;
      count += inside != 0;
    }
  }
  if constexpr (rule != ListRule::distance)
    for (std::size_t n = 0; n < count; ++n) {
      const std::size_t row = asked[n];
      const PredictedBlock<Format>& block = leaf.rows.blocks[row / rows];
      const Lanes3<P> r = separations<P>(block, row % rows, target);
      const std::uint32_t inside = less_bits(compared_square<rule>(block, row % rows, target, r, time), radius2);
      listed.bits[row / pack] = static_cast<Bits>(inside);
      any |= inside;
    }
  listed.any = any != 0;
}

template <class Format>
void list_for(const LeafView<Format>& leaf, const TargetBlock<Format>& targets, std::size_t t, ListRule rule,
              std::uint32_t near, const KnownSquares<Format>& squares, ListedRows<Format>& listed) {
  listed.any = false;
  if (near == 0) return;
  const bool known = squares.buffer != nullptr;
  if (rule == ListRule::distance)  // which compares what is not softened
    list_by<ListRule::distance, false>(leaf, targets, t, near, squares, listed);
  else if (rule == ListRule::end_points)
    list_by<ListRule::end_points, false>(leaf, targets, t, near, squares, listed);
  else if (rule == ListRule::segment)
    (known ? list_by<ListRule::segment, true, Format>
           : list_by<ListRule::segment, false, Format>)(leaf, targets, t, near, squares, listed);
  else if (rule == ListRule::approach)
    (known ? list_by<ListRule::approach, true, Format>
           : list_by<ListRule::approach, false, Format>)(leaf, targets, t, near, squares, listed);
  else
    (known ? list_by<ListRule::midway, true, Format> : list_by<ListRule::midway, false, Format>)(leaf, targets, t, near,
                                                                                                 squares, listed);
}

/// Parked rows and the target itself are never neighbours.
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
