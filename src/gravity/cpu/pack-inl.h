// Arithmetic on one vector or on several side by side. Compiled once for each SIMD target.
#if defined(TUCANA_PACK_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TUCANA_PACK_INL
#undef TUCANA_PACK_INL
#else
#define TUCANA_PACK_INL
#endif

#include <cstddef>

#include "tucana/gravity/cpu/leaf.h"

HWY_BEFORE_NAMESPACE();
namespace tucana::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Two packs computed side by side, so that their latencies overlap. A pack is a vector or a Two of packs; named
/// members, since compilers keep small arrays of vectors in memory.
template <class P>
struct Two {
  P a, b;
};

template <class P>
inline constexpr bool is_two = false;
template <class P>
inline constexpr bool is_two<Two<P>> = true;

template <class P>
HWY_INLINE auto first(P p) {
  if constexpr (is_two<P>)
    return p.a;
  else
    return p;
}
template <class P>
HWY_INLINE auto second(P p) {
  if constexpr (is_two<P>)
    return p.b;
  else
    return p;
}

// Arguments after the first may be packs of the same shape or one vector for all.
template <class P, class Q>
HWY_INLINE P add(P x, Q y) {
  if constexpr (is_two<P>)
    return {add(x.a, first(y)), add(x.b, second(y))};
  else
    return hn::Add(x, y);
}
template <class P, class Q>
HWY_INLINE P sub(P x, Q y) {
  if constexpr (is_two<P>)
    return {sub(x.a, first(y)), sub(x.b, second(y))};
  else
    return hn::Sub(x, y);
}
template <class P, class Q>
HWY_INLINE P mul(P x, Q y) {
  if constexpr (is_two<P>)
    return {mul(x.a, first(y)), mul(x.b, second(y))};
  else
    return hn::Mul(x, y);
}
/// x y + z
template <class P, class Q, class R>
HWY_INLINE P fma(P x, Q y, R z) {
  if constexpr (is_two<P>)
    return {fma(x.a, first(y), first(z)), fma(x.b, second(y), second(z))};
  else
    return hn::MulAdd(x, y, z);
}
/// z - x y
template <class P, class Q, class R>
HWY_INLINE P fnma(P x, Q y, R z) {
  if constexpr (is_two<P>)
    return {fnma(x.a, first(y), first(z)), fnma(x.b, second(y), second(z))};
  else
    return hn::NegMulAdd(x, y, z);
}

/// The same vector everywhere.
template <class P, class V>
HWY_INLINE P broadcast_pack(V v) {
  if constexpr (is_two<P>)
    return {broadcast_pack<decltype(P::a)>(v), broadcast_pack<decltype(P::a)>(v)};
  else
    return v;
}

template <class P>
HWY_INLINE auto sum_of_pack(P p) {
  if constexpr (is_two<P>)
    return add(sum_of_pack(p.a), sum_of_pack(p.b));
  else
    return p;
}

/// Loads and stores a pack from blocks of lines that are `stride` elements long. Vector `k` of the pack holds the
/// rows after those of the vectors before it, in this block or in the next.
template <class P, std::size_t stride, std::size_t k = 0>
struct PackAccess {
  using D = hn::DFromV<P>;
  using T = hn::TFromD<D>;
  static constexpr std::size_t vectors = 1;
  static constexpr std::size_t lanes = hn::MaxLanes(D());
  static constexpr std::size_t offset = k * lanes % block_rows<T> + k * lanes / block_rows<T> * stride;

  static HWY_INLINE P load(const T* line) { return hn::Load(D(), line + offset); }
  static HWY_INLINE void store(P p, T* line) { hn::Store(p, D(), line + offset); }
  /// `otherwise` in the lane of row `self`; lane 0 of the pack is row `row`.
  static HWY_INLINE P replace(P p, P otherwise, std::size_t row, std::size_t self) {
    const auto here = hn::Eq(hn::Iota(D(), static_cast<T>(row + k * lanes)), hn::Set(D(), static_cast<T>(self)));
    return hn::IfThenElse(here, otherwise, p);
  }
};
template <class P, std::size_t stride, std::size_t k>
struct PackAccess<Two<P>, stride, k> {
  using A = PackAccess<P, stride, k>;
  using B = PackAccess<P, stride, k + A::vectors>;
  using T = typename A::T;
  static constexpr std::size_t vectors = 2 * A::vectors;
  static constexpr std::size_t lanes = 2 * A::lanes;

  static HWY_INLINE Two<P> load(const T* line) { return {A::load(line), B::load(line)}; }
  static HWY_INLINE void store(Two<P> p, T* line) {
    A::store(p.a, line);
    B::store(p.b, line);
  }
  template <class V>
  static HWY_INLINE Two<P> replace(Two<P> p, V otherwise, std::size_t row, std::size_t self) {
    return {A::replace(p.a, otherwise, row, self), B::replace(p.b, otherwise, row, self)};
  }
};

/// The elements from one block of rows to the next.
template <class Block, class T>
inline constexpr std::size_t block_stride = sizeof(Block) / sizeof(T);

}  // namespace tucana::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
