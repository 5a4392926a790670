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
    return bytes[0] | std::uint32_t{bytes[1]} << 8;
  }
}

/// A square of distance beyond which no row of a leaf comes within the radius in time, rounding included.
template <class Format>
HWY_INLINE double farthest2(const LeafView<Format>& leaf, const TargetBlock<Format>& targets, std::size_t t) {
  const double reach = targets.reach[t] + leading_of(targets.list_time[t]) * leaf.rows.bounds.fastest;
  const double square = 1.0001 * reach * reach;
  // Written so that infinite velocities and radii rule out nobody.
  return square < 1e38 ? square : std::numeric_limits<double>::max();
}

/// False when no row of the leaf can be listed, which can often be told from the leaf as a whole.
template <class Format>
HWY_INLINE bool may_list(const LeafView<Format>& leaf, const TargetBlock<Format>& targets, std::size_t t) {
  return !(leaf.rows.bounds.distance2(targets.place[t]) > farthest2(leaf, targets, t));
}

template <ListRule rule, bool softened, class Format>
HWY_NOINLINE void measure_and_list(const LeafView<Format>& leaf, const TargetBlock<Format>& targets, std::size_t t,
                                   typename Format::Value softening2, PairBuffer<Format>& buffer,
                                   ListedRows<Format>& listed) {
  using P = PackOf<Format>;
  const hn::ScalableTag<typename Format::Scalar> d;
  const Target<Format> target = broadcast(targets, t);
  const auto eps2 = fill(d, softening2), radius2 = fill(d, targets.radius2[t]), time = fill(d, targets.list_time[t]);
  using Bits = typename ListedRows<Format>::Bits;
  // First whoever is near enough to be asked, which few are.
  const auto limit2 =
      rule == ListRule::distance ? radius2 : fill(d, rounded<typename Format::Value>(farthest2(leaf, targets, t)));
  auto* bits = listed.bits;
  std::uint32_t any = 0;
  for_packs<Format, P>(leaf, buffer, [&](const auto& block, auto& pairs, std::size_t, std::size_t i) HWY_ATTR {
    const Lanes3<P> r = separations<P>(block, i, target);
    keep(r, pairs, i);
    const P plain2 = dot(r, r);
    RowsOf<Format, P, PairBlock<Format>>::store(softened ? softened_square(r, eps2) : plain2, pairs.m_r3, i);
    const std::uint32_t inside = less_bits(plain2, limit2);
    *bits++ = static_cast<Bits>(inside);
    any |= inside;
  });
  listed.any = any != 0;
  if constexpr (rule == ListRule::distance) return;
  if (!listed.any) return;
  constexpr std::size_t pack = ListedRows<Format>::pack, rows = block_rows<typename Format::Scalar>;
  std::size_t asked[leaf_rows / pack], count = 0;  // without a branch, which nobody could foresee
  for (std::size_t k = 0; k < padded_rows(leaf.used) / pack; ++k) {
    asked[count] = k;
    count += listed.bits[k] != 0;
  }
  any = 0;
  for (std::size_t n = 0; n < count; ++n) {
    const std::size_t row = asked[n] * pack;
    const PredictedBlock<Format>& block = leaf.rows.blocks[row / rows];
    const Lanes3<P> r = separations<P>(block, row % rows, target);
    const P compared = compared_square<rule>(block, row % rows, target, r, time);
    const std::uint32_t inside = less_bits(compared, radius2);
    listed.bits[asked[n]] = static_cast<Bits>(inside);
    any |= inside;
  }
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
