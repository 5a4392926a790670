// The walk of one group. Compiled once for each SIMD target.
#if defined(TUCANA_TREE_WALK_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TUCANA_TREE_WALK_INL
#undef TUCANA_TREE_WALK_INL
#else
#define TUCANA_TREE_WALK_INL
#endif

#include <algorithm>
#include <bit>
#include <type_traits>

#include "tucana/tree/cpu/expand-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tucana::tree::HWY_NAMESPACE {

/// Up to eight children are examined together.
using SiblingFloats = hn::CappedTag<float, 8>;

/// Nearer than this, in kernel units, powers of distances would leave the range of float: 1/s^5 of cells, 1/s^9 of
/// series.
inline constexpr float nearest_cell = 1e-6F, nearest_series = 1e-3F;

/// A bit for each lane.
template <class D, class Mask>
HWY_INLINE unsigned mask_bits(D d, Mask mask) {
  std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(d, mask, bytes);
  return bytes[0];
}

class GroupWalk {
 public:
  HWY_INLINE GroupWalk(const Walk& walk, WalkScratch& scratch) : walk_(walk), scratch_(scratch) {}

  HWY_INLINE void run() {
    auto& to_open = scratch_.to_open;
    to_open.clear();
    look_at(0, 1, true);
    for (std::size_t next = 0; next < to_open.size(); ++next) {  // NOLINT(modernize-loop-convert): it grows
      const Cell& cell = walk_.cells[to_open[next]];
      look_at(cell.child, cell.children, holds_targets(cell));
    }
    flush_far();
    flush_cells();
    flush_bodies();
    flush_own();
    if (walk_.quadrupole) add_expansion(scratch_.expansion, scratch_.targets);
  }

 private:
  /// Whether what the series about the centre leaves out is small enough: terms R^4 and R^2 b^2 of the radius of the
  /// group and the size of the cell.
  template <class V>
  HWY_INLINE auto may_expand(const CellRow* rows, V distance2) const {
    const SiblingFloats d;
    const auto moments = load_columns(d, [&](std::size_t i) HWY_ATTR { return &rows[i].mass; });
    const auto radius = hn::Set(d, walk_.radius), radius2 = hn::Mul(radius, radius);
    const auto left_out = hn::Mul(radius2, hn::MulAdd(radius2, moments.x, hn::Mul(hn::Set(d, 6.0F), moments.y)));
    const auto d3 = hn::Mul(distance2, hn::Mul(distance2, distance2));
    return hn::And(hn::Lt(left_out, hn::Mul(hn::Set(d, walk_.expansion_limit), d3)),
                   hn::Gt(distance2, hn::Set(d, nearest_series * nearest_series)));
  }

  /// By place in the order, since a body may be predicted to a slightly different position from its own target.
  bool holds_targets(const Cell& cell) const {
    if (cell.first >= walk_.own_end || cell.first + cell.count <= walk_.own_first) return false;
    const auto& targets = scratch_.targets;
    const auto* const end = targets.place.data() + targets.count;
    const auto* const found = std::lower_bound(targets.place.data(), end, static_cast<std::int32_t>(cell.first));
    return found != end && *found < static_cast<std::int32_t>(cell.first + cell.count);
  }

  /// Siblings one after the other: cells that are far enough go to the lists, the others are opened. A cell that holds
  /// a target is always opened; `own` says that there may be one.
  HWY_INLINE void look_at(std::uint32_t first, std::uint32_t count, bool own) {
    const SiblingFloats d;
    scratch_.counts.checked += count;
    for (std::uint32_t k = 0; k < count; k += static_cast<std::uint32_t>(hn::Lanes(d))) {
      const CellRow* rows = walk_.cell_rows->rows.data() + first + k;
      const auto high = load_columns(d, [&](std::size_t i) HWY_ATTR { return rows[i].high; });
      const auto low = load_columns(d, [&](std::size_t i) HWY_ATTR { return rows[i].low; });
      const auto x = from_centre(walk_, 0, high.x, low.x);
      const auto y = from_centre(walk_, 1, high.y, low.y);
      const auto z = from_centre(walk_, 2, high.z, low.z);
      const auto distance2 = hn::MulAdd(z, z, hn::MulAdd(y, y, hn::Mul(x, x)));
      const auto wanted = hn::Max(high.w, hn::Mul(low.w, hn::Set(d, walk_.scale)));
      const auto limit = hn::Add(hn::Max(wanted, hn::Set(d, nearest_cell)), hn::Set(d, walk_.radius));
      const unsigned valid = ((1U << std::min(count - k, 8U)) - 1) & ((1U << hn::Lanes(d)) - 1);
      unsigned far = mask_bits(d, hn::Gt(distance2, hn::Mul(limit, limit))) & valid;
      for (unsigned rest = own ? far : 0; rest != 0; rest &= rest - 1)
        if (holds_targets(walk_.cells[first + k + static_cast<std::uint32_t>(std::countr_zero(rest))]))
          far &= ~(rest & -rest);
      if (far != 0) {
        if (walk_.quadrupole) {
          const unsigned series = mask_bits(d, may_expand(rows, distance2)) & far;
          if (series != 0) take_cells(series, first + k, scratch_.far);
          if (series != far) take_cells(far & ~series, first + k, scratch_.cells);
        } else {
          take_points(far, rows, x, y, z);
        }
      }
      for (unsigned near = valid & ~far; near != 0; near &= near - 1)
        open(first + k + static_cast<std::uint32_t>(std::countr_zero(near)));
    }
  }

  HWY_INLINE void open(std::uint32_t c) {
    const Cell& cell = walk_.cells[c];
    if (!cell.is_leaf()) {
      scratch_.to_open.push_back(c);
      const CellRow* children = walk_.cell_rows->rows.data() + cell.child;
      for (std::uint32_t k = 0; k < cell.children; ++k) __builtin_prefetch(children + k);
      __builtin_prefetch(walk_.cells + cell.child);
    } else if (holds_targets(cell)) {
      take_bodies(cell.first, cell.count, scratch_.own);
    } else {
      take_bodies(cell.first, cell.count, scratch_.bodies);
    }
  }

  /// `bits` select among the siblings from cell c on.
  HWY_INLINE void take_cells(unsigned bits, std::uint32_t c, CellList& list) {
    if (list.count + 8 > walk_.cell_list) &list == &scratch_.far ? flush_far() : flush_cells();
    for (; bits != 0; bits &= bits - 1)
      list.cell[list.count++] = c + static_cast<std::uint32_t>(std::countr_zero(bits));
  }

  /// Without quadrupoles a cell acts as one more body.
  template <class V>
  HWY_INLINE void take_points(unsigned bits, const CellRow* rows, V x, V y, V z) {
    const SiblingFloats d;
    auto& list = scratch_.bodies;
    if (list.count + 8 > walk_.body_list) flush_bodies();
    alignas(64) float at_x[8], at_y[8], at_z[8];
    hn::Store(x, d, at_x);
    hn::Store(y, d, at_y);
    hn::Store(z, d, at_z);
    for (; bits != 0; bits &= bits - 1) {
      const auto k = static_cast<std::size_t>(std::countr_zero(bits));
      const std::size_t to = list.count++;
      list.x[to] = at_x[k], list.y[to] = at_y[k], list.z[to] = at_z[k];
      list.mass[to] = rows[k].mass;
      if (walk_.softened_each)
        list.softening2[to] =
            walk_.cell_rows->softening2[static_cast<std::size_t>(rows + k - walk_.cell_rows->rows.data())];
    }
  }

  /// Copies bodies while there is room, in whole vectors: the excess is overwritten later.
  template <class List>
  HWY_INLINE void put_bodies(std::uint32_t first, std::size_t count, List& list) {
    const SiblingFloats d;
    for (std::size_t k = 0; k < count; k += hn::Lanes(d)) {
      const auto& place = walk_.bodies->place;
      const auto axis = [&](int a, const auto& high, const auto& low) HWY_ATTR {
        return from_centre(walk_, a, hn::LoadU(d, high.data() + first + k), hn::LoadU(d, low.data() + first + k));
      };
      const std::size_t to = list.count + k;
      hn::StoreU(axis(0, place.x_high, place.x_low), d, list.x.data() + to);
      hn::StoreU(axis(1, place.y_high, place.y_low), d, list.y.data() + to);
      hn::StoreU(axis(2, place.z_high, place.z_low), d, list.z.data() + to);
      hn::StoreU(hn::LoadU(d, walk_.bodies->mass.data() + first + k), d, list.mass.data() + to);
      if (walk_.softened_each)
        hn::StoreU(hn::LoadU(d, walk_.bodies->softening2.data() + first + k), d, list.softening2.data() + to);
    }
  }
  /// A leaf may be longer than what is left of the list, or than the list.
  template <class List>
  HWY_INLINE void take_bodies(std::uint32_t first, std::uint32_t count, List& list) {
    constexpr bool own = std::is_same_v<List, OwnList>;
    while (count > 0) {
      if (list.count >= walk_.body_list) {
        if constexpr (own)
          flush_own();
        else
          flush_bodies();
      }
      const auto n = static_cast<std::uint32_t>(std::min<std::size_t>(count, walk_.body_list - list.count));
      put_bodies(first, n, list);
      if constexpr (own)
        for (std::uint32_t k = 0; k < n; ++k) list.place[list.count + k] = static_cast<std::int32_t>(first + k);
      list.count += n, first += n, count -= n;
    }
  }

  void flush_far() {
    scratch_.counts.far_cells += scratch_.far.count;
    if (scratch_.far.count > 0) expand_cells(walk_, scratch_.far, scratch_.expansion);
  }
  void flush_cells() {
    scratch_.counts.cell_pairs += scratch_.cells.count * scratch_.targets.count;
    if (scratch_.cells.count == 0) return;
    with_flags([&](auto potential, auto each)
                   HWY_ATTR { sum_cells<potential.value, each.value>(walk_, scratch_.cells, scratch_.targets); });
  }
  void flush_bodies() {
    scratch_.counts.body_pairs += scratch_.bodies.count * scratch_.targets.count;
    if (scratch_.bodies.count == 0) return;
    with_flags([&](auto potential, auto each)
                   HWY_ATTR { sum_bodies<potential.value, each.value>(scratch_.bodies, scratch_.targets); });
  }
  void flush_own() {
    scratch_.counts.body_pairs += scratch_.own.count * scratch_.targets.count;
    if (scratch_.own.count == 0) return;
    if (walk_.softened_each)
      sum_own<true>(scratch_.own, scratch_.targets);
    else
      sum_own<false>(scratch_.own, scratch_.targets);
  }
  /// The options that the walk needs at compile time.
  template <class F>
  void with_flags(const F& f) const {
    const std::true_type yes;
    const std::false_type no;
    if (walk_.softened_each)
      walk_.potential ? f(yes, yes) : f(no, yes);
    else
      walk_.potential ? f(yes, no) : f(no, no);
  }

  const Walk& walk_;
  WalkScratch& scratch_;
};

inline void walk_group(const Walk& walk, WalkScratch& scratch) { GroupWalk(walk, scratch).run(); }

}  // namespace tucana::tree::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
