// Nearest neighbours and neighbour lists of a leaf. Compiled once for each SIMD target.
#if defined(TUCANA_SEARCH_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TUCANA_SEARCH_INL
#undef TUCANA_SEARCH_INL
#else
#define TUCANA_SEARCH_INL
#endif

#include <limits>

#include "tucana/gravity/cpu/target-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tucana::cpu::HWY_NAMESPACE {

/// Unsoftened r^2 of a vector of rows; infinite for the target itself and for parked rows.
template <class Format, class D>
HWY_INLINE hn::Vec<D> distance2(D d, const PredictedLeaf<Format>& rows, const Target<Format>& target, std::size_t row,
                                std::size_t self) {
  using T = typename Format::Scalar;
  using V = hn::Vec<D>;
  const auto& block = rows.blocks[row / block_rows<T>];
  const std::size_t i = row % block_rows<T>;
  const V x = separation<Format, V>(block, i, target.x, target.low_x, &Lines3<T>::x);
  const V y = separation<Format, V>(block, i, target.y, target.low_y, &Lines3<T>::y);
  const V z = separation<Format, V>(block, i, target.z, target.low_z, &Lines3<T>::z);
  const V r2 = fma(z, z, fma(y, y, mul(x, x)));
  const auto is_self = hn::Eq(hn::Iota(d, static_cast<T>(row)), hn::Set(d, static_cast<T>(self)));
  const auto is_parked = hn::Eq(hn::Load(d, block.position.x.row + i), hn::Set(d, static_cast<T>(parked_coordinate)));
  return hn::IfThenElse(hn::Or(is_self, is_parked), hn::Set(d, std::numeric_limits<T>::infinity()), r2);
}

template <class Format>
void nearest(const LeafView<Format>& leaf, const TargetBlock<Format>& block, Nearest* nearest) {
  using T = typename Format::Scalar;
  const hn::ScalableTag<T> d;
  using V = hn::Vec<decltype(d)>;
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t t = 0; t < block.size; ++t) {
    const Target<Format> target = broadcast(block, t);
    const std::size_t self = block.self[t] - leaf.first_slot;
    V least = hn::Set(d, std::numeric_limits<T>::infinity());
    V row = hn::Zero(d);  // row numbers of a leaf are exact in either type
    for (std::size_t i = 0; i < padded_rows(leaf.used); i += lanes) {
      const V r2 = distance2(d, leaf.rows, target, i, self);
      const auto nearer = hn::Lt(r2, least);
      least = hn::IfThenElse(nearer, r2, least);
      row = hn::IfThenElse(nearer, hn::Iota(d, static_cast<T>(i)), row);
    }
    const V leaf_least = hn::MinOfLanes(d, least);
    const T distance2_t = hn::GetLane(leaf_least);
    if (!(static_cast<double>(distance2_t) < nearest[t].distance2)) continue;
    const V far = hn::Set(d, static_cast<T>(leaf_rows));
    const V lowest = hn::MinOfLanes(d, hn::IfThenElse(hn::Eq(least, leaf_least), row, far));
    nearest[t] = {leaf.first_slot + static_cast<std::uint32_t>(hn::GetLane(lowest)), static_cast<double>(distance2_t)};
  }
}

template <class Format>
void neighbours(const LeafView<Format>& leaf, const TargetBlock<Format>& block, std::vector<Slot>* lists) {
  using T = typename Format::Scalar;
  const hn::ScalableTag<T> d;
  using V = hn::Vec<decltype(d)>;
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t t = 0; t < block.size; ++t) {
    const Target<Format> target = broadcast(block, t);
    const std::size_t self = block.self[t] - leaf.first_slot;
    const V radius2 = hn::Set(d, block.radius2[t]);
    for (std::size_t i = 0; i < padded_rows(leaf.used); i += lanes) {
      const auto inside = hn::Lt(distance2(d, leaf.rows, target, i, self), radius2);
      if (hn::AllFalse(d, inside)) continue;
      std::uint8_t bits[8] = {};
      hn::StoreMaskBits(d, inside, bits);
      for (std::size_t lane = 0; lane < lanes; ++lane)
        if ((bits[lane / 8] >> (lane % 8) & 1) != 0) lists[t].push_back(slot_at(leaf.first_slot + i + lane));
    }
  }
}

}  // namespace tucana::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
