// One target against the rows of a leaf. Compiled once for each SIMD target.
#if defined(TUCANA_TARGET_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TUCANA_TARGET_INL
#undef TUCANA_TARGET_INL
#else
#define TUCANA_TARGET_INL
#endif

#include "tucana/gravity/cpu/kernels.h"
#include "tucana/gravity/cpu/pack-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tucana::cpu::HWY_NAMESPACE {

/// One quantity along the three axes.
template <class N>
struct Lanes3 {
  N x, y, z;
};

/// One target in all lanes.
template <class Format>
struct Target {
  Lanes3<PlaceOf<Format>> position;
  Lanes3<NumberOf<Format>> velocity, acceleration;
};

template <class Format>
HWY_INLINE Target<Format> broadcast(const TargetBlock<Format>& block, std::size_t t) {
  const hn::ScalableTag<typename Format::Scalar> d;
  return {{fill(d, block.x[t]), fill(d, block.y[t]), fill(d, block.z[t])},
          {fill(d, block.vx[t]), fill(d, block.vy[t]), fill(d, block.vz[t])},
          {fill(d, block.ax[t]), fill(d, block.ay[t]), fill(d, block.az[t])}};
}

/// Target minus source along one axis (Gaburov, Harfst & Portegies Zwart 2009, eq. 3; docs/theory/precision.md).
template <Axis axis, class P, class Format>
HWY_INLINE P separation(const PredictedBlock<Format>& block, std::size_t i, const Target<Format>& target) {
  using Rows = RowsOf<Format, P, PredictedBlock<Format>>;
  const auto& from = along<axis>(block.position);
  const auto& x = along<axis>(target.position);
  if constexpr (std::is_same_v<typename Format::Place, typename Format::Value>) {
    return rsub(Rows::load(from, i), x);
  } else {
    const P high = rsub(Rows::load(from.high, i), x.high);
    return add(high, rsub(Rows::load(from.low, i), x.low));
  }
}
template <class P, class Format>
HWY_INLINE Lanes3<P> separations(const PredictedBlock<Format>& block, std::size_t i, const Target<Format>& target) {
  return {separation<Axis::x, P>(block, i, target), separation<Axis::y, P>(block, i, target),
          separation<Axis::z, P>(block, i, target)};
}

template <Axis axis, class P, class Format>
HWY_INLINE P relative_velocity(const PredictedBlock<Format>& block, std::size_t i, const Target<Format>& target) {
  using Rows = RowsOf<Format, P, PredictedBlock<Format>>;
  return rsub(Rows::load(along<axis>(block.velocity), i), along<axis>(target.velocity));
}

template <class P>
HWY_INLINE P dot(const Lanes3<P>& a, const Lanes3<P>& b) {
  return fma(a.z, b.z, fma(a.y, b.y, mul(a.x, b.x)));
}

}  // namespace tucana::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
