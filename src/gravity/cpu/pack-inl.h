// Arithmetic on one vector or on several side by side. Compiled once for each SIMD target.
#if defined(TUCANA_PACK_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TUCANA_PACK_INL
#undef TUCANA_PACK_INL
#else
#define TUCANA_PACK_INL
#endif

#include <cstddef>

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

/// Load, store and masks of packs whose type is named by P.
template <class D, class P>
struct PackAccess {
  using T = hn::TFromD<D>;
  static HWY_INLINE std::size_t lanes() { return hn::Lanes(D()); }
  static HWY_INLINE P load(const T* from) { return hn::Load(D(), from); }
  static HWY_INLINE void store(P p, T* to) { hn::Store(p, D(), to); }
  /// `otherwise` in the lane of row `self`, counted from row `row` of lane 0.
  static HWY_INLINE P replace(P p, P otherwise, std::size_t row, std::size_t self) {
    const auto here = hn::Eq(hn::Iota(D(), static_cast<T>(row)), hn::Set(D(), static_cast<T>(self)));
    return hn::IfThenElse(here, otherwise, p);
  }
};
template <class D, class P>
struct PackAccess<D, Two<P>> {
  using T = hn::TFromD<D>;
  using Half = PackAccess<D, P>;
  using V = hn::Vec<D>;
  static HWY_INLINE std::size_t lanes() { return 2 * Half::lanes(); }
  static HWY_INLINE Two<P> load(const T* from) { return {Half::load(from), Half::load(from + Half::lanes())}; }
  static HWY_INLINE void store(Two<P> p, T* to) {
    Half::store(p.a, to);
    Half::store(p.b, to + Half::lanes());
  }
  static HWY_INLINE Two<P> replace(Two<P> p, V otherwise, std::size_t row, std::size_t self) {
    return {Half::replace(p.a, otherwise, row, self), Half::replace(p.b, otherwise, row + Half::lanes(), self)};
  }
};

}  // namespace tucana::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
