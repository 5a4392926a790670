// One target against the rows of a leaf. Compiled once for each SIMD target.
#if defined(TUCANA_TARGET_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TUCANA_TARGET_INL
#undef TUCANA_TARGET_INL
#else
#define TUCANA_TARGET_INL
#endif

#include "tucana/gravity/cpu/rsqrt-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tucana::cpu::HWY_NAMESPACE {

template <class Format>
using VectorOf = hn::Vec<hn::ScalableTag<typename Format::Scalar>>;

/// One target in all lanes.
template <class Format>
struct Target {
  VectorOf<Format> x, y, z, low_x, low_y, low_z, vx, vy, vz;
};

template <class Format>
HWY_INLINE Target<Format> broadcast(const TargetBlock<Format>& block, std::size_t t) {
  const hn::ScalableTag<typename Format::Scalar> d;
  return {hn::Set(d, block.x[t]),     hn::Set(d, block.y[t]),     hn::Set(d, block.z[t]),
          hn::Set(d, block.low_x[t]), hn::Set(d, block.low_y[t]), hn::Set(d, block.low_z[t]),
          hn::Set(d, block.vx[t]),    hn::Set(d, block.vy[t]),    hn::Set(d, block.vz[t])};
}

/// y - x: with x from memory one instruction, where x - y would need two. So separations and relative velocities
/// in the loops are target minus source, and the sign is put right at the end of a leaf.
template <class P, class V>
HWY_INLINE P rsub(P x, V y) {
  if constexpr (is_two<P>)
    return {rsub(x.a, y), rsub(x.b, y)};
  else
    return hn::Sub(y, x);
}

/// Target minus source along one axis (NUMERICS.md section 7: diff).
template <class Format, class P, class V>
HWY_INLINE P separation(const PredictedBlock<Format>& block, std::size_t i, V x, V low_x,
                        Line<typename Format::Scalar> Lines3<typename Format::Scalar>::*axis) {
  using T = typename Format::Scalar;
  using Rows = PackAccess<P, block_stride<PredictedBlock<Format>, T>>;
  const P high = rsub(Rows::load((block.position.*axis).row + i), x);
  if constexpr (Format::two_float)
    return add(high, rsub(Rows::load((block.low.*axis).row + i), low_x));
  else
    return high;
}

}  // namespace tucana::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
