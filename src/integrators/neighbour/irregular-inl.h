// The irregular step of one body. Compiled once for each SIMD target.
#if defined(TUCANA_IRREGULAR_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TUCANA_IRREGULAR_INL
#undef TUCANA_IRREGULAR_INL
#else
#define TUCANA_IRREGULAR_INL
#endif

#include <cmath>

#include "tucana/gravity/gather/gather-inl.h"
#include "tucana/integrators/neighbour/irregular_kernels.h"
#include "tucana/integrators/step_criteria.h"

HWY_BEFORE_NAMESPACE();
namespace tucana::cpu::HWY_NAMESPACE {

#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3

/// A Vec3 in one register. The fourth lane holds the number behind it in memory, or anything else.
struct Triple {
  hn::Vec<FourDoubles> v;
};
HWY_INLINE Triple operator+(Triple a, Triple b) { return {hn::Add(a.v, b.v)}; }
HWY_INLINE Triple operator-(Triple a, Triple b) { return {hn::Sub(a.v, b.v)}; }
HWY_INLINE Triple operator*(double s, Triple a) { return {hn::Mul(hn::Set(FourDoubles(), s), a.v)}; }

/// There must be a double behind `a` in its struct: other bits may be subnormal numbers, with which arithmetic takes
/// hundreds of cycles.
HWY_INLINE Triple load(const Vec3& a) { return {hn::LoadU(FourDoubles(), &a.x)}; }
/// Overwrites the number behind `a`.
HWY_INLINE void store(Triple from, Vec3& a) { hn::StoreU(from.v, FourDoubles(), &a.x); }

/// The sums of the three axes of four vectors, as dot() adds them.
HWY_INLINE hn::Vec<FourDoubles> sums_of_axes(Triple a, Triple b, Triple c, Triple e) {
  const FourDoubles d;
  const auto ab_low = hn::InterleaveLower(d, a.v, b.v), ab_high = hn::InterleaveUpper(d, a.v, b.v);
  const auto ce_low = hn::InterleaveLower(d, c.v, e.v), ce_high = hn::InterleaveUpper(d, c.v, e.v);
  const auto x = hn::ConcatLowerLower(d, ce_low, ab_low), y = hn::ConcatLowerLower(d, ce_high, ab_high);
  return hn::Add(hn::Add(x, y), hn::ConcatUpperUpper(d, ce_low, ab_low));
}
HWY_INLINE Triple square(Triple a) { return {hn::Mul(a.v, a.v)}; }

struct TripleForce {
  Triple a, j;
};

/// Sums of lanes as flush() makes them.
template <class V>
HWY_INLINE TripleForce to_triples(const ForceLanes<V>& lanes) {
  const hn::DFromV<V> d;
  const FourDoubles wide;
  const auto& [a, j, snap, potential] = lanes;
  const V first = sum_four(a.x, a.y, a.z, a.z), last = sum_four(j.x, j.y, j.z, j.z);
  const auto reduce = [&](V v) HWY_ATTR {
    if constexpr (hn::MaxLanes(d) == 16) {
      const hn::Half<decltype(d)> half;
      const auto eight = hn::Add(hn::LowerHalf(half, v), hn::UpperHalf(half, v));
      const hn::Half<decltype(half)> quarter;
      return hn::Add(hn::LowerHalf(quarter, eight), hn::UpperHalf(quarter, eight));
    } else {
      const hn::Half<decltype(d)> half;
      return hn::Add(hn::LowerHalf(half, v), hn::UpperHalf(half, v));
    }
  };
  constexpr double c = cube<TwoFloat>;
  return {c * Triple{hn::PromoteTo(wide, reduce(first))}, c * Triple{hn::PromoteTo(wide, reduce(last))}};
}

HWY_INLINE TripleForce sum_over_list(const GatherView& view, std::span<const Slot> list, Triple x, Triple v) {
  const FourDoubles wide;
  const hn::FixedTag<float, 4> four;
  const auto axes = hn::FirstN(wide, 3);
  const auto place = hn::IfThenElseZero(axes, x.v);
  const auto high = hn::DemoteTo(four, place);
  const auto low = hn::DemoteTo(four, hn::Sub(place, hn::PromoteTo(wide, high)));
  const auto velocity = hn::DemoteTo(four, hn::IfThenElseZero(axes, v.v));
  const auto lanes = lanes_for<hn::Vec<hn::ScalableTag<float>>>(view, high, low, velocity);
  TripleForce sum{{hn::Zero(wide)}, {hn::Zero(wide)}};
  for (std::size_t k = 0; k < list.size(); k += leaf_rows) {
    const auto some = to_triples(sum_some(view, list.data() + k, std::min(leaf_rows, list.size() - k), lanes));
    sum = {sum.a + some.a, sum.j + some.j};
  }
  return sum;
}

/// Formulae: docs/theory/ahmad_cohen.md, in the order of operations of hermite4_formulae.h and neighbour_bodies.h.
inline ActiveFacts step_irregularly(const NeighbourBody& body, std::span<const Slot> list, const GatherView& view,
                                    Tick t, double eta, ActiveRow& row) {
  const double h = (t - body.time).units();
  const Triple regular_a = load(body.regular.a), regular_j = load(body.regular.j);
  const Triple regular_snap = load(body.regular_higher.snap), regular_crackle = load(body.regular_higher.crackle);
  const auto regular_at = [&](double s) HWY_ATTR -> TripleForce {
    return {regular_a + s * (regular_j + (s / 2) * (regular_snap + (s * (1.0 / 3)) * regular_crackle)),
            regular_j + s * (regular_snap + (s / 2) * regular_crackle)};
  };
  const double since_regular = (body.time - body.regular_time).units();
  const TripleForce regular = regular_at(since_regular);
  const Triple irregular_a = load(body.irregular.a), irregular_j = load(body.irregular.j);
  const Triple a = irregular_a + regular.a, j = irregular_j + regular.j, v0 = load(body.v);
  const Triple x = load(body.x) + h * (v0 + (h / 2) * (a + (h * (1.0 / 3)) * j));
  const Triple v = v0 + h * (a + (h / 2) * j);

  const TripleForce irregular = sum_over_list(view, list, x, v);
  const TripleForce regular_then = regular_at((t - body.regular_time).units());
  const TripleForce total{irregular.a + regular_then.a, irregular.j + regular_then.j};

  const double h_inverse = 1 / h, h3 = h * h * h;
  const Triple da = irregular_a - irregular.a;
  const Triple snap = (h_inverse * h_inverse) * (-6.0 * da - h * (4.0 * irregular_j + 2.0 * irregular.j));
  const Triple crackle = (h_inverse * h_inverse * h_inverse) * (12.0 * da + 6.0 * h * (irregular_j + irregular.j));
  const Triple whole_snap = snap + (regular_snap + since_regular * regular_crackle);
  const Triple whole_crackle = crackle + regular_crackle;
  const Triple x1 = x + (h3 * h * (1.0 / 24)) * (whole_snap + (h * (1.0 / 5)) * whole_crackle);
  const Triple v1 = v + (h3 * (1.0 / 6)) * (whole_snap + (h / 4) * whole_crackle);

  store(x1, row.x);
  store(v1, row.v);
  store(irregular.a, row.irregular.a);
  store(irregular.j, row.irregular.j);
  store(total.a, row.total.a);
  store(total.j, row.total.j);

  const Triple last_snap = snap + h * crackle;
  const auto squares = sums_of_axes(square(total.a), square(irregular.j), square(last_snap), square(crackle));
  const Triple all = (x1 + v1) + (total.a + total.j);
  alignas(32) double norm2[4], norm[4], facts[4];
  hn::Store(squares, FourDoubles(), norm2);
  hn::Store(hn::Sqrt(squares), FourDoubles(), norm);
  hn::Store(sums_of_axes(square(v1), square(irregular.a), all, all), FourDoubles(), facts);
  row.wanted_step = aarseth_step(eta, {norm[0], norm[1], norm[2], norm[3], norm2[1], norm2[2]});
  return {facts[0], facts[1], facts[2]};
}

inline constexpr IrregularStep irregular_step = step_irregularly;
#else
inline constexpr IrregularStep irregular_step = nullptr;
#endif

}  // namespace tucana::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
