// Where the rows of a leaf are, and how fast. Compiled once for each SIMD target.
#if defined(TUCANA_BOUNDS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TUCANA_BOUNDS_INL
#undef TUCANA_BOUNDS_INL
#else
#define TUCANA_BOUNDS_INL
#endif

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

/// A box around all rows but parked ones, and their largest velocity; leading parts are enough.
template <class Format>
void find_bounds(PredictedLeaf<Format>& leaf, std::size_t used) {
  using T = typename Format::Scalar;
  using V = VectorOf<Format>;
  using Rows = PackAccess<V, 0>;
  const hn::ScalableTag<T> d;
  const V far = hn::Set(d, std::numeric_limits<T>::max()), parked = hn::Set(d, static_cast<T>(parked_coordinate));
  Lanes3<V> low{far, far, far}, high{hn::Neg(far), hn::Neg(far), hn::Neg(far)};
  V fastest2 = hn::Zero(d);
  for (std::size_t row = 0; row < padded_rows(used); row += hn::MaxLanes(d)) {
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
  const auto least_of = [d](V v) HWY_ATTR { return static_cast<double>(hn::GetLane(hn::MinOfLanes(d, v))); };
  const auto most_of = [d](V v) HWY_ATTR { return static_cast<double>(hn::GetLane(hn::MaxOfLanes(d, v))); };
  leaf.bounds = {{least_of(low.x), least_of(low.y), least_of(low.z)},
                 {most_of(high.x), most_of(high.y), most_of(high.z)},
                 std::sqrt(most_of(fastest2))};
}

}  // namespace tucana::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
