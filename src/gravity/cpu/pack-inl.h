// Arithmetic on one vector or on several side by side. Compiled once for each SIMD target.
#if defined(TUCANA_PACK_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TUCANA_PACK_INL
#undef TUCANA_PACK_INL
#else
#define TUCANA_PACK_INL
#endif

#include <cstddef>

#include "tucana/gravity/cpu/wide-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tucana::cpu::HWY_NAMESPACE {

/// Two packs computed side by side, so that their latencies overlap. A pack is a vector, a Wide or a Two of packs;
/// named members, since compilers keep small arrays of vectors in memory.
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

// Arguments after the first may be packs of the same shape or one number for all.
template <class P, class Q>
HWY_INLINE P add(P x, Q y) {
  if constexpr (is_two<P>)
    return {add(x.a, first(y)), add(x.b, second(y))};
  else if constexpr (is_wide<P>)
    return add_wide(x, y);
  else
    return hn::Add(x, y);
}
template <class P, class Q>
HWY_INLINE P sub(P x, Q y) {
  if constexpr (is_two<P>)
    return {sub(x.a, first(y)), sub(x.b, second(y))};
  else if constexpr (is_wide<P>)
    return sub_wide(x, y);
  else
    return hn::Sub(x, y);
}
template <class P, class Q>
HWY_INLINE P mul(P x, Q y) {
  if constexpr (is_two<P>)
    return {mul(x.a, first(y)), mul(x.b, second(y))};
  else if constexpr (is_wide<P>)
    return mul_wide(x, y);
  else
    return hn::Mul(x, y);
}
/// x y + z
template <class P, class Q, class R>
HWY_INLINE P fma(P x, Q y, R z) {
  if constexpr (is_two<P>)
    return {fma(x.a, first(y), first(z)), fma(x.b, second(y), second(z))};
  else if constexpr (is_wide<P>)
    return fma_wide(x, y, z);
  else
    return hn::MulAdd(x, y, z);
}
/// z - x y
template <class P, class Q, class R>
HWY_INLINE P fnma(P x, Q y, R z) {
  if constexpr (is_two<P>)
    return {fnma(x.a, first(y), first(z)), fnma(x.b, second(y), second(z))};
  else if constexpr (is_wide<P>)
    return fnma_wide(x, y, z);
  else
    return hn::NegMulAdd(x, y, z);
}

/// y - x: with x from memory one instruction, where x - y would need two. Separations and relative velocities in the
/// loops are therefore target minus source, and the sign is corrected at the end of a leaf.
template <class P, class V>
HWY_INLINE P rsub(P x, V y) {
  if constexpr (is_two<P>)
    return {rsub(x.a, y), rsub(x.b, y)};
  else
    return sub(y, x);
}

/// A scalar in all lanes.
template <class D, class Value>
HWY_INLINE auto fill(D d, Value x) {
  if constexpr (std::is_same_v<Value, FloatPair>)
    return Wide<hn::Vec<D>>{hn::Set(d, x.high), hn::Set(d, x.low)};
  else
    return hn::Set(d, x);
}

/// The same number everywhere.
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

template <class N>
HWY_INLINE auto leading(N n) {
  if constexpr (is_wide<N>)
    return n.high;
  else
    return n;
}
template <class N>
HWY_INLINE auto is_less(N a, N b) {
  if constexpr (is_wide<N>)
    return hn::Or(hn::Lt(a.high, b.high), hn::And(hn::Eq(a.high, b.high), hn::Lt(a.low, b.low)));
  else
    return hn::Lt(a, b);
}
template <class M, class N>
HWY_INLINE N choose(M mask, N yes, N no) {
  if constexpr (is_wide<N>)
    return {hn::IfThenElse(mask, yes.high, no.high), hn::IfThenElse(mask, yes.low, no.low)};
  else
    return hn::IfThenElse(mask, yes, no);
}
template <class P>
HWY_INLINE P least(P a, P b) {
  if constexpr (is_two<P>)
    return {least(a.a, b.a), least(a.b, b.b)};
  else
    return choose(is_less(a, b), a, b);
}

/// Loads and stores a pack from blocks of lines that are `stride` scalars long. Vector `k` of the pack holds the
/// rows after those of the vectors before it, in this block or in the next.
template <class P, std::size_t stride, std::size_t k = 0>
struct PackAccess {
  using D = hn::DFromV<P>;
  using T = hn::TFromD<D>;
  static constexpr std::size_t vectors = 1;
  static constexpr std::size_t lanes = hn::MaxLanes(D());
  static constexpr std::size_t offset = k * lanes % block_rows<T> + k * lanes / block_rows<T> * stride;

  static HWY_INLINE P load(const Line<T>& line, std::size_t i) { return hn::Load(D(), line.row + i + offset); }
  static HWY_INLINE void store(P p, Line<T>& line, std::size_t i) { hn::Store(p, D(), line.row + i + offset); }
};
template <class V, std::size_t stride, std::size_t k>
struct PackAccess<Wide<V>, stride, k> {
  using Part = PackAccess<V, stride, k>;
  static constexpr std::size_t vectors = 1;
  static constexpr std::size_t lanes = Part::lanes;

  static HWY_INLINE Wide<V> load(const Line<FloatPair>& line, std::size_t i) {
    return {Part::load(line.high, i), Part::load(line.low, i)};
  }
  static HWY_INLINE void store(Wide<V> p, Line<FloatPair>& line, std::size_t i) {
    Part::store(p.high, line.high, i);
    Part::store(p.low, line.low, i);
  }
};
template <class P, std::size_t stride, std::size_t k>
struct PackAccess<Two<P>, stride, k> {
  using A = PackAccess<P, stride, k>;
  using B = PackAccess<P, stride, k + A::vectors>;
  static constexpr std::size_t vectors = 2 * A::vectors;
  static constexpr std::size_t lanes = 2 * A::lanes;

  template <class Value>
  static HWY_INLINE Two<P> load(const Line<Value>& line, std::size_t i) {
    return {A::load(line, i), B::load(line, i)};
  }
  template <class Value>
  static HWY_INLINE void store(Two<P> p, Line<Value>& line, std::size_t i) {
    A::store(p.a, line, i);
    B::store(p.b, line, i);
  }
};

/// Access to a pack of rows of blocks like `Block`.
template <class Format, class P, class Block>
using RowsOf = PackAccess<P, sizeof(Block) / sizeof(typename Format::Scalar)>;

/// One vector of a number of the arithmetic, and of a coordinate.
template <class Format>
using VectorOf = hn::Vec<hn::ScalableTag<typename Format::Scalar>>;
template <class Format>
using NumberOf = decltype(fill(hn::ScalableTag<typename Format::Scalar>(), typename Format::Value()));
template <class Format>
using PlaceOf = decltype(fill(hn::ScalableTag<typename Format::Scalar>(), typename Format::Place()));

}  // namespace tucana::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
