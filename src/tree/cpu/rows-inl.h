// Rows of cells as columns of vectors. Compiled once for each SIMD target.
#if defined(TUCANA_TREE_ROWS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TUCANA_TREE_ROWS_INL
#undef TUCANA_TREE_ROWS_INL
#else
#define TUCANA_TREE_ROWS_INL
#endif

#include "tucana/gravity/gather/gather-inl.h"
#include "tucana/tree/cpu/walk_scratch.h"

HWY_BEFORE_NAMESPACE();
namespace tucana::tree::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
namespace simd = cpu::HWY_NAMESPACE;
using Floats = hn::ScalableTag<float>;
using FloatLanes = hn::Vec<Floats>;

/// Differences of pairs of floats from the centre of the group.
template <class V>
HWY_INLINE V from_centre(const Walk& walk, int axis, V high, V low) {
  const hn::DFromV<V> d;
  return hn::Add(hn::Sub(high, hn::Set(d, walk.centre_high[axis])), hn::Sub(low, hn::Set(d, walk.centre_low[axis])));
}

/// One quarter of rows k, k + 4, ... in the 128-bit blocks of a vector.
template <class D, class Quarter>
HWY_INLINE hn::Vec<D> load_blocks(D d, std::size_t k, Quarter quarter) {
  if constexpr (hn::MaxLanes(D()) == 4) {
    return hn::Load(d, quarter(k));
  } else {
    const hn::Half<D> half;
    return hn::Combine(d, load_blocks(half, k + hn::MaxLanes(half), quarter), load_blocks(half, k, quarter));
  }
}

/// quarter(k) points to four floats of row k: they become four columns over as many rows as there are lanes.
template <class D, class Quarter>
HWY_INLINE simd::Columns<hn::Vec<D>> load_columns(D d, Quarter quarter) {
  return simd::transpose(load_blocks(d, 0, quarter), load_blocks(d, 1, quarter), load_blocks(d, 2, quarter),
                         load_blocks(d, 3, quarter));
}

/// Fills the columns of a list from its cells; second moments become a quarter of those of a cell, see sum_cells.
HWY_INLINE std::size_t fill_columns(const Walk& walk, CellList& list) {
  const Floats d;
  constexpr std::size_t lanes = hn::MaxLanes(Floats());
  const std::size_t end = (list.count + lanes - 1) / lanes * lanes;
  for (std::size_t k = list.count; k < end; ++k) list.cell[k] = walk.parked;
  const CellRow* const rows = walk.cell_rows->rows.data();
  const auto quarter = hn::Set(d, 0.25F);
  for (std::size_t k = 0; k < end; k += lanes) {
    const std::uint32_t* const cell = list.cell.data() + k;
    const auto high = load_columns(d, [&](std::size_t i) HWY_ATTR { return rows[cell[i]].high; });
    const auto low = load_columns(d, [&](std::size_t i) HWY_ATTR { return rows[cell[i]].low; });
    const auto first = load_columns(d, [&](std::size_t i) HWY_ATTR { return &rows[cell[i]].mass; });
    const auto second = load_columns(d, [&](std::size_t i) HWY_ATTR { return &rows[cell[i]].zz; });
    const auto put = [&](auto& column, FloatLanes value) HWY_ATTR { hn::Store(value, d, column.data() + k); };
    put(list.x, from_centre(walk, 0, high.x, low.x));
    put(list.y, from_centre(walk, 1, high.y, low.y));
    put(list.z, from_centre(walk, 2, high.z, low.z));
    put(list.mass, first.x);
    put(list.trace, hn::Mul(hn::Set(d, 0.375F), first.y));
    put(list.xx, hn::Mul(quarter, first.z));
    put(list.yy, hn::Mul(quarter, first.w));
    put(list.zz, hn::Mul(quarter, second.x));
    put(list.xy, hn::Mul(quarter, second.y));
    put(list.xz, hn::Mul(quarter, second.z));
    put(list.yz, hn::Mul(quarter, second.w));
    if (walk.softened_each)
      for (std::size_t i = 0; i < lanes; ++i) list.softening2[k + i] = walk.cell_rows->softening2[cell[i]];
  }
  return end;
}

}  // namespace tucana::tree::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
