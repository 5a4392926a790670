// Nearest neighbours in a leaf. Compiled once for each SIMD target.
#if defined(TUCANA_SEARCH_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TUCANA_SEARCH_INL
#undef TUCANA_SEARCH_INL
#else
#define TUCANA_SEARCH_INL
#endif

#include <bit>
#include <cmath>
#include <limits>

#include "tucana/gravity/cpu/bounds-inl.h"
#include "tucana/gravity/cpu/measure-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tucana::cpu::HWY_NAMESPACE {

template <class Format>
HWY_INLINE NumberOf<Format> infinite() {
  const hn::ScalableTag<typename Format::Scalar> d;
  const auto infinity = hn::Set(d, std::numeric_limits<typename Format::Scalar>::infinity());
  if constexpr (is_wide<NumberOf<Format>>)
    return {infinity, hn::Zero(d)};
  else
    return infinity;
}

/// Unsoftened r^2 of a vector of rows; infinite for the target itself and for parked rows.
template <class Format>
HWY_INLINE NumberOf<Format> distance2(const PredictedLeaf<Format>& rows, const Target<Format>& target, std::size_t row,
                                      std::size_t self) {
  using T = typename Format::Scalar;
  const hn::ScalableTag<T> d;
  const auto& block = rows.blocks[row / block_rows<T>];
  const std::size_t i = row % block_rows<T>;
  const auto r = separations<NumberOf<Format>>(block, i, target);
  const auto is_self = hn::Eq(hn::Iota(d, static_cast<T>(row)), hn::Set(d, static_cast<T>(self)));
  const Line<T>* x = nullptr;
  if constexpr (keeps_separations<Format>)
    x = &block.position.x.high;
  else
    x = &block.position.x;
  const auto is_away = hn::Or(is_self, hn::Eq(hn::Load(d, x->row + i), hn::Set(d, static_cast<T>(parked_coordinate))));
  return choose(is_away, infinite<Format>(), dot(r, r));
}

/// Of the least in any lane, the lowest row.
template <class Format>
HWY_INLINE Nearest nearest_lane(NumberOf<Format> least, VectorOf<Format> row, std::uint32_t first_slot) {
  using T = typename Format::Scalar;
  const hn::ScalableTag<T> d;
  constexpr std::size_t lanes = hn::MaxLanes(d);
  alignas(64) T high[lanes], low[lanes] = {}, rows[lanes];
  if constexpr (is_wide<NumberOf<Format>>) {
    hn::Store(least.high, d, high);
    hn::Store(least.low, d, low);
  } else {
    hn::Store(least, d, high);
  }
  hn::Store(row, d, rows);
  Nearest best;
  for (std::size_t i = 0; i < lanes; ++i) {
    const double distance2 = static_cast<double>(high[i]) + static_cast<double>(low[i]);
    const std::uint32_t slot = first_slot + static_cast<std::uint32_t>(rows[i]);
    if (const Nearest found{slot, distance2}; found.is_before(best)) best = found;
  }
  return best;
}

/// A bit for each box of the leaf that may contain a row as near as the nearest met so far.
template <class Format>
HWY_INLINE std::uint32_t nearer_boxes(const LeafView<Format>& leaf, const TargetBlock<Format>& targets, std::size_t t,
                                      const Nearest& nearest) {
  const hn::CappedTag<float, leaf_boxes> d;
  const std::uint32_t all = (1u << padded_rows(leaf.used) / box_rows) - 1;
  if (!(nearest.distance2 < 0x1p100)) return all;  // squares might overflow
  const auto far = hn::Set(d, targets.reach[t] + static_cast<float>(std::sqrt(nearest.distance2)));
  const auto far2 = hn::Mul(hn::Mul(far, far), hn::Set(d, 1.0001f));
  std::uint32_t near = 0;
  for (std::size_t box = 0; box < leaf_boxes; box += hn::Lanes(d)) {
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(d, hn::Gt(box_distance2(d, leaf, targets, t, box), far2), bits);
    near |= (~std::uint32_t{bits[0]} & ((1u << hn::Lanes(d)) - 1)) << box;
  }
  return near & all;
}

template <class Format>
void nearest(const LeafView<Format>& leaf, const TargetBlock<Format>& block, Nearest* nearest) {
  using T = typename Format::Scalar;
  const hn::ScalableTag<T> d;
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t t = 0; t < block.size; ++t) {
    std::uint32_t near = nearer_boxes(leaf, block, t, nearest[t]);
    if (near == 0) continue;
    const Target<Format> target = broadcast(block, t);
    const std::size_t self = block.self[t] - leaf.first_slot;
    NumberOf<Format> least = infinite<Format>();
    auto row = hn::Zero(d);  // row numbers of a leaf are exact in either type
    for (; near != 0; near &= near - 1) {
      const auto first = static_cast<std::size_t>(std::countr_zero(near)) * box_rows;
      for (std::size_t i = first; i < first + box_rows; i += lanes) {
        const auto r2 = distance2(leaf.rows, target, i, self);
        const auto nearer = is_less(r2, least);
        least = choose(nearer, r2, least);
        row = hn::IfThenElse(nearer, hn::Iota(d, static_cast<T>(i)), row);
      }
    }
    const Nearest found = nearest_lane<Format>(least, row, leaf.first_slot);
    if (found.is_before(nearest[t])) nearest[t] = found;
  }
}

}  // namespace tucana::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
