// Where the rows of a leaf are, and how fast. Compiled once for each SIMD target.
#if defined(TUCANA_BOUNDS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TUCANA_BOUNDS_INL
#undef TUCANA_BOUNDS_INL
#else
#define TUCANA_BOUNDS_INL
#endif

#include <algorithm>
#include <cmath>

#include "tucana/gravity/cpu/target-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tucana::cpu::HWY_NAMESPACE {

template <class Value>
HWY_INLINE const auto& leading_line(const Line<Value>& line) {
  if constexpr (std::is_same_v<Value, FloatPair>)
    return line.high;
  else
    return line;
}

/// One box, around all its rows but parked ones; leading parts are enough.
template <class Format>
HWY_INLINE void find_box(const PredictedLeaf<Format>& leaf, std::size_t box, LeafBounds& bounds) {
  using T = typename Format::Scalar;
  using V = VectorOf<Format>;
  using Rows = PackAccess<V, 0>;
  const hn::ScalableTag<T> d;
  static_assert(hn::MaxLanes(d) <= box_rows);
  const V far = hn::Set(d, std::numeric_limits<T>::max()), parked = hn::Set(d, static_cast<T>(parked_coordinate));
  Lanes3<V> low{far, far, far}, high{hn::Neg(far), hn::Neg(far), hn::Neg(far)};
  V fastest2 = hn::Zero(d);
  for (std::size_t row = box * box_rows; row < (box + 1) * box_rows; row += hn::MaxLanes(d)) {
    const PredictedBlock<Format>& block = leaf.blocks[row / block_rows<T>];
    const std::size_t i = row % block_rows<T>;
    const auto load = [i](const auto& line) HWY_ATTR { return Rows::load(leading_line(line), i); };
    const V x = load(block.position.x), y = load(block.position.y), z = load(block.position.z);
    const auto is_row = hn::Ne(x, parked);
    const auto widen = [&](V at, V& lowest, V& highest) HWY_ATTR {
      lowest = hn::IfThenElse(is_row, hn::Min(lowest, at), lowest);
      highest = hn::IfThenElse(is_row, hn::Max(highest, at), highest);
    };
    widen(x, low.x, high.x);
    widen(y, low.y, high.y);
    widen(z, low.z, high.z);
    const Lanes3<V> v{load(block.velocity.x), load(block.velocity.y), load(block.velocity.z)};
    fastest2 = hn::Max(fastest2, dot(v, v));
  }
  const auto set = [&](std::size_t axis, V lowest, V highest) HWY_ATTR {
    bounds.low[axis][box] = static_cast<float>(hn::GetLane(hn::MinOfLanes(d, lowest)));
    bounds.high[axis][box] = static_cast<float>(hn::GetLane(hn::MaxOfLanes(d, highest)));
  };
  set(0, low.x, high.x);
  set(1, low.y, high.y);
  set(2, low.z, high.z);
  bounds.fastest[box] = static_cast<float>(std::sqrt(hn::GetLane(hn::MaxOfLanes(d, fastest2))));
}

template <class Format>
void find_bounds(PredictedLeaf<Format>& leaf, std::size_t used) {
  for (std::size_t box = 0; box < leaf_boxes; ++box) {
    if (box * box_rows < used) {
      find_box(leaf, box, leaf.bounds);
      continue;
    }
    constexpr float far = std::numeric_limits<float>::max();
    for (auto& axis : leaf.bounds.low) axis[box] = far;
    for (auto& axis : leaf.bounds.high) axis[box] = -far;
    leaf.bounds.fastest[box] = 0;
  }
  LeafBounds& all = leaf.bounds;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    all.leaf_low[axis] = *std::min_element(all.low[axis], all.low[axis] + leaf_boxes);
    all.leaf_high[axis] = *std::max_element(all.high[axis], all.high[axis] + leaf_boxes);
  }
  all.leaf_fastest = *std::max_element(all.fastest, all.fastest + leaf_boxes);
}

/// The squares of the distances of the target from boxes of the leaf, from `box` on.
template <class D, class Format>
HWY_INLINE hn::Vec<D> box_distance2(D d, const LeafView<Format>& leaf, const TargetBlock<Format>& targets,
                                    std::size_t t, std::size_t box) {
  const LeafBounds& bounds = leaf.rows.bounds;
  const auto zero = hn::Zero(d);
  const auto outside2 = [&](std::size_t axis, auto sum) HWY_ATTR {
    const auto at = hn::Set(d, targets.place[axis][t]);
    const auto below = hn::Sub(hn::Load(d, bounds.low[axis] + box), at);
    const auto above = hn::Sub(at, hn::Load(d, bounds.high[axis] + box));
    const auto outside = hn::Max(hn::Max(below, above), zero);
    return hn::MulAdd(outside, outside, sum);
  };
  return outside2(2, outside2(1, outside2(0, zero)));
}

}  // namespace tucana::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
