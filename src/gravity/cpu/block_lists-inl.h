// Which rows of a leaf are neighbours of the targets of a block. Compiled once for each SIMD target.
#if defined(TUCANA_BLOCK_LISTS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TUCANA_BLOCK_LISTS_INL
#undef TUCANA_BLOCK_LISTS_INL
#else
#define TUCANA_BLOCK_LISTS_INL
#endif

#include "tucana/gravity/cpu/lists-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tucana::cpu::HWY_NAMESPACE {

/// Pairs of a target and a box that may contain rows listed for it, and the squares of the distances within which those
/// are. There is room for the lanes behind the last.
struct NearBoxes {
  alignas(64) std::uint32_t pair[block_targets * leaf_boxes + leaf_boxes];
  alignas(64) float far2[block_targets * leaf_boxes + leaf_boxes];
  std::size_t count = 0;
};

/// Targets that may be near to any box of the leaf, one in each lane; `numbers` has room for the lanes behind the last.
template <class Format>
HWY_INLINE std::size_t find_near_targets(const LeafView<Format>& leaf, const TargetBlock<Format>& targets,
                                         std::uint32_t* numbers) {
  const hn::CappedTag<float, block_targets> d;
  const hn::RebindToUnsigned<decltype(d)> du;
  const LeafBounds& bounds = leaf.rows.bounds;
  const auto fastest = hn::Set(d, bounds.leaf_fastest);
  std::size_t count = 0;
  for (std::size_t t = 0; t < targets.size; t += hn::Lanes(d)) {
    auto distance2 = hn::Zero(d);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const auto at = hn::LoadU(d, targets.place[axis] + t);
      const auto below = hn::Sub(hn::Set(d, bounds.leaf_low[axis]), at);
      const auto above = hn::Sub(at, hn::Set(d, bounds.leaf_high[axis]));
      const auto outside = hn::Max(hn::Max(below, above), hn::Zero(d));
      distance2 = hn::MulAdd(outside, outside, distance2);
    }
    const auto nearest = hn::MulAdd(hn::LoadU(d, targets.time + t), fastest, hn::LoadU(d, targets.reach + t));
    const auto sphere =
        hn::MulAdd(hn::LoadU(d, targets.sphere_time + t), fastest, hn::LoadU(d, targets.sphere_reach + t));
    const auto farthest = hn::Max(nearest, sphere);
    const auto is_far = hn::Gt(distance2, hn::Mul(hn::Mul(farthest, farthest), hn::Set(d, 1.0001f)));
    const auto number = hn::Iota(du, static_cast<std::uint32_t>(t));
    const auto is_target = hn::Lt(number, hn::Set(du, static_cast<std::uint32_t>(targets.size)));
    const auto is_near = hn::AndNot(hn::RebindMask(du, is_far), is_target);
    hn::StoreU(hn::Compress(number, is_near), du, numbers + count);
    count += hn::CountTrue(du, is_near);
  }
  return count;
}

template <class Format>
HWY_INLINE void find_near_boxes(const LeafView<Format>& leaf, const TargetBlock<Format>& targets, NearBoxes& near) {
  const hn::CappedTag<float, leaf_boxes> d;
  const hn::RebindToUnsigned<decltype(d)> du;
  alignas(64) std::uint32_t numbers[2 * block_targets];
  const std::size_t count = find_near_targets(leaf, targets, numbers);
  for (std::size_t n = 0; n < count; ++n) {
    const std::size_t t = numbers[n];
    for (std::size_t box = 0; box < leaf_boxes; box += hn::Lanes(d)) {
      const auto far2 = farthest2(d, leaf, targets, t, box);
      const auto is_near = hn::Not(hn::Gt(box_distance2(d, leaf, targets, t, box), far2));
      const auto pair = hn::Iota(du, static_cast<std::uint32_t>(t * leaf_boxes + box));
      hn::StoreU(hn::Compress(pair, hn::RebindMask(du, is_near)), du, near.pair + near.count);
      hn::StoreU(hn::Compress(hn::Mul(far2, hn::Set(d, 1.0001f)), is_near), d, near.far2 + near.count);
      near.count += hn::CountTrue(d, is_near);
    }
  }
}

/// The same lists as list_by() makes of one target at a time. Here few branches depend on a single target, and hardly
/// any is mispredicted: with neighbours in some boxes of every fourth leaf, mispredictions took longer than the tests.
template <ListRule rule, class Format>
HWY_NOINLINE void list_block_by(const LeafView<Format>& leaf, const TargetBlock<Format>& targets, const NearBoxes& near,
                                ListedRows<Format>* listed) {
  using P = ListPackOf<Format>;
  using Bits = typename ListedRows<Format>::Bits;
  constexpr std::size_t pack = ListedRows<Format>::pack, rows = block_rows<typename Format::Scalar>;
  const hn::ScalableTag<typename Format::Scalar> d;
  std::uint32_t asked[block_targets * leaf_rows / pack + 1];
  std::size_t count = 0;
  for (std::size_t n = 0; n < near.count; ++n) {
    const std::size_t t = near.pair[n] / leaf_boxes, first = near.pair[n] % leaf_boxes * box_rows;
    const Target<Format> target = broadcast(targets, t);
    const auto limit2 = rule == ListRule::distance ? fill(d, targets.radius2[t])
                                                   : fill(d, rounded<typename Format::Value>(near.far2[n]));
    for (std::size_t row = first; row < first + box_rows; row += pack) {
      const Lanes3<P> r = separations<P>(leaf.rows.blocks[row / rows], row % rows, target);
      const std::uint32_t inside = less_bits(dot(r, r), limit2);
      if constexpr (rule == ListRule::distance) {
        listed[t].bits[row / pack] = static_cast<Bits>(inside);
        listed[t].any |= inside != 0;
      }
      asked[count] = static_cast<std::uint32_t>(t * leaf_rows + row);
      count += inside != 0;
    }
  }
  if constexpr (rule != ListRule::distance)
    for (std::size_t n = 0; n < count; ++n) {
      const std::size_t t = asked[n] / leaf_rows, row = asked[n] % leaf_rows;
      const PredictedBlock<Format>& block = leaf.rows.blocks[row / rows];
      const Target<Format> target = broadcast(targets, t);
      const Lanes3<P> r = separations<P>(block, row % rows, target);
      const auto square = compared_square<rule>(block, row % rows, target, r, fill(d, targets.list_time[t]));
      const std::uint32_t inside = less_bits(square, fill(d, targets.radius2[t]));
      listed[t].bits[row / pack] = static_cast<Bits>(inside);
      listed[t].any |= inside != 0;
    }
}

/// `listed` has a row for each target.
template <class Format>
void list_block(const LeafView<Format>& leaf, const TargetBlock<Format>& targets, ListRule rule,
                ListedRows<Format>* listed) {
  NearBoxes near;
  find_near_boxes(leaf, targets, near);
  if (near.count == 0) {
    for (std::size_t t = 0; t < targets.size; ++t) listed[t].any = false;
    return;
  }
  std::memset(static_cast<void*>(listed), 0, targets.size * sizeof(*listed));
  switch (rule) {
    case ListRule::distance: return list_block_by<ListRule::distance>(leaf, targets, near, listed);
    case ListRule::end_points: return list_block_by<ListRule::end_points>(leaf, targets, near, listed);
    case ListRule::segment: return list_block_by<ListRule::segment>(leaf, targets, near, listed);
    case ListRule::approach: return list_block_by<ListRule::approach>(leaf, targets, near, listed);
    case ListRule::midway: return list_block_by<ListRule::midway>(leaf, targets, near, listed);
  }
}

}  // namespace tucana::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
