// Forces of lists of bodies and cells on the targets of a group. Compiled once for each SIMD target.
#if defined(TUCANA_TREE_PAIRS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TUCANA_TREE_PAIRS_INL
#undef TUCANA_TREE_PAIRS_INL
#else
#define TUCANA_TREE_PAIRS_INL
#endif

#include "tucana/gravity/cpu/flush-inl.h"
#include "tucana/tree/cpu/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tucana::tree::HWY_NAMESPACE {

using simd::add, simd::fma, simd::fnma, simd::mul, simd::sub;

/// Vectors of sources that are computed side by side: few registers for AVX2, and with them one is as fast.
using BodyPack = simd::Two<FloatLanes>;
using CellPack = FloatLanes;

/// 2/s from s^2: the hardware's estimate y of 1/s and Newton's step y (3 - s^2 y^2) without its factor 1/2. Powers of
/// two are taken out of the sums at the end.
template <class P>
HWY_INLINE P twice_inverse_root(P s2) {
  const P y = simd::estimate(s2);
  return mul(y, fnma(s2, mul(y, y), hn::Set(Floats(), 3.0F)));
}
/// The powers of two that the sums of accelerations and potentials carry.
inline constexpr double pull_factor = 1.0 / 8, potential_factor = 1.0 / 2;

template <class P>
HWY_INLINE P load_pack(const float* from) {
  if constexpr (simd::is_two<P>)
    return {hn::Load(Floats(), from), hn::Load(Floats(), from + hn::MaxLanes(Floats()))};
  else
    return hn::Load(Floats(), from);
}
template <class P>
inline constexpr std::size_t lanes_of_pack = (simd::is_two<P> ? 2 : 1) * hn::MaxLanes(Floats());

/// sum + a b, one vector after the other.
template <class P>
HWY_INLINE FloatLanes add_products(P a, P b, FloatLanes sum) {
  if constexpr (simd::is_two<P>)
    return hn::MulAdd(a.b, b.b, hn::MulAdd(a.a, b.a, sum));
  else
    return hn::MulAdd(a, b, sum);
}

/// Sums over sources for one target, in all lanes.
struct SumLanes {
  FloatLanes x, y, z, potential;

  HWY_INLINE SumLanes() : x(hn::Zero(Floats())), y(x), z(x), potential(x) {}
  HWY_INLINE void add_to(WalkTargets& targets, std::size_t t) const {
    alignas(64) float total[4];
    simd::store_sums(x, y, z, potential, total);
    targets.acceleration[t] += Vec3{total[0], total[1], total[2]} * pull_factor;
    targets.potential[t] -= static_cast<double>(total[3]) * potential_factor;
  }
};

/// Massless entries far away up to a whole number of packs.
template <class P, class List>
HWY_INLINE std::size_t fill_up(List& list) {
  constexpr float far = 1e15F;
  constexpr std::size_t lanes = lanes_of_pack<P>;
  const std::size_t end = (list.count + lanes - 1) / lanes * lanes;
  for (std::size_t k = list.count; k < end; ++k)
    list.x[k] = far, list.y[k] = far, list.z[k] = far, list.mass[k] = 0, list.softening2[k] = 0;
  return end;
}

struct TargetLanes {
  FloatLanes x, y, z, eps2;

  HWY_INLINE TargetLanes(const WalkTargets& targets, std::size_t t)
      : x(hn::Set(Floats(), targets.x[t])),
        y(hn::Set(Floats(), targets.y[t])),
        z(hn::Set(Floats(), targets.z[t])),
        eps2(hn::Set(Floats(), targets.softening2[t])) {}
};

/// Source minus target. `each`: sources have their own share of the softening.
template <class P, bool each>
struct Separation {
  P x, y, z, s2;

  template <class List>
  HWY_INLINE Separation(const List& list, std::size_t k, const TargetLanes& target)
      : x(sub(load_pack<P>(list.x.data() + k), target.x)),
        y(sub(load_pack<P>(list.y.data() + k), target.y)),
        z(sub(load_pack<P>(list.z.data() + k), target.z)),
        s2(fma(z, z, fma(y, y, fma(x, x, target.eps2)))) {
    if constexpr (each) s2 = add(s2, load_pack<P>(list.softening2.data() + k));
  }

  template <bool potential>
  HWY_INLINE void pull(P mass, P twice_inverse, SumLanes& sums) const {
    const P by_distance = mul(mass, twice_inverse);
    const P by_cube = mul(by_distance, mul(twice_inverse, twice_inverse));
    sums.x = add_products(by_cube, x, sums.x);
    sums.y = add_products(by_cube, y, sums.y);
    sums.z = add_products(by_cube, z, sums.z);
    if constexpr (potential) sums.potential = hn::Add(sums.potential, simd::sum_of_pack(by_distance));
  }
};

template <bool potential, bool each>
HWY_NOINLINE void sum_bodies(BodyList& list, WalkTargets& targets) {
  using P = BodyPack;
  const std::size_t end = fill_up<P>(list);
  for (std::size_t t = 0; t < targets.count; ++t) {
    const TargetLanes target(targets, t);
    SumLanes sums;
    for (std::size_t k = 0; k < end; k += lanes_of_pack<P>) {
      const Separation<P, each> r(list, k, target);
      r.template pull<potential>(load_pack<P>(list.mass.data() + k), twice_inverse_root(r.s2), sums);
    }
    sums.add_to(targets, t);
  }
  list.count = 0;
}

/// As sum_bodies, without the target itself.
template <bool each>
HWY_NOINLINE void sum_own(OwnList& list, WalkTargets& targets) {
  using P = FloatLanes;
  const Floats d;
  const hn::RebindToSigned<Floats> di;
  const std::size_t end = fill_up<P>(list);
  for (std::size_t t = 0; t < targets.count; ++t) {
    const TargetLanes target(targets, t);
    const auto self = hn::Set(di, targets.place[t]);
    SumLanes sums;
    for (std::size_t k = 0; k < end; k += lanes_of_pack<P>) {
      Separation<P, each> r(list, k, target);
      const auto is_self = hn::RebindMask(d, hn::Eq(hn::Load(di, list.place.data() + k), self));
      // The square must not be zero, even where the result is discarded.
      r.s2 = hn::IfThenElse(is_self, hn::Set(d, 1.0F), r.s2);
      const P mass = hn::IfThenZeroElse(is_self, load_pack<P>(list.mass.data() + k));
      r.template pull<true>(mass, twice_inverse_root(r.s2), sums);
    }
    sums.add_to(targets, t);
  }
  list.count = 0;
}

/// CellMoments says the formula; here r is source minus target and y = 2/s, and the moments in the list are a quarter
/// of those of the cell, so that all terms carry the same power of two.
template <bool potential, bool each>
HWY_NOINLINE void sum_cells(const Walk& walk, CellList& list, WalkTargets& targets) {
  using P = CellPack;
  const Floats d;
  const std::size_t end = fill_columns(walk, list);
  for (std::size_t t = 0; t < targets.count; ++t) {
    const TargetLanes target(targets, t);
    SumLanes sums;
    for (std::size_t k = 0; k < end; k += lanes_of_pack<P>) {
      const auto load = [&](const auto& column) HWY_ATTR { return load_pack<P>(column.data() + k); };
      const Separation<P, each> r(list, k, target);
      const P qx = fma(load(list.xz), r.z, fma(load(list.xy), r.y, mul(load(list.xx), r.x)));
      const P qy = fma(load(list.yz), r.z, fma(load(list.yy), r.y, mul(load(list.xy), r.x)));
      const P qz = fma(load(list.zz), r.z, fma(load(list.yz), r.y, mul(load(list.xz), r.x)));
      const P rqr = fma(qz, r.z, fma(qy, r.y, mul(qx, r.x)));
      const P y = twice_inverse_root(r.s2), y2 = mul(y, y);
      const P by_distance = mul(load(list.mass), y);
      const P y5 = mul(y, mul(y2, y2));
      const P inner = fnma(mul(rqr, hn::Set(d, 0.625F)), y2, load(list.trace));
      const P by_cube = fnma(y5, inner, mul(by_distance, y2));
      const P minus_y5 = fnma(y5, hn::Set(d, 1.0F), hn::Zero(d));
      sums.x = add_products(by_cube, r.x, add_products(minus_y5, qx, sums.x));
      sums.y = add_products(by_cube, r.y, add_products(minus_y5, qy, sums.y));
      sums.z = add_products(by_cube, r.z, add_products(minus_y5, qz, sums.z));
      if constexpr (potential) {
        // By 1/2 in the end: m y + (rqr / 8 y^2 - trace / 3) y^3
        const P third = mul(load(list.trace), hn::Set(d, 1.0F / 3));
        const P second = fma(mul(rqr, hn::Set(d, 0.125F)), y2, fnma(third, hn::Set(d, 1.0F), hn::Zero(d)));
        sums.potential = hn::Add(sums.potential, simd::sum_of_pack(fma(second, mul(y, y2), by_distance)));
      }
    }
    sums.add_to(targets, t);
  }
  list.count = 0;
}

}  // namespace tucana::tree::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
