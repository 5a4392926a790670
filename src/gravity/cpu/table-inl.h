// All kernels of one arithmetic. Compiled once for each SIMD target.
#if defined(TUCANA_TABLE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TUCANA_TABLE_INL
#undef TUCANA_TABLE_INL
#else
#define TUCANA_TABLE_INL
#endif

#include "tucana/gravity/cpu/bounds-inl.h"
#include "tucana/gravity/cpu/predict-inl.h"
#include "tucana/gravity/cpu/search-inl.h"
#include "tucana/gravity/cpu/sum-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tucana::cpu::HWY_NAMESPACE {

template <class Format>
constexpr Kernels<Format> kernel_table() {
  return {predict<Format>,
          predict_higher<Format>,
          find_bounds<Format>,
          sum_leaf<PotentialSum<Format>, Format>,
          sum_leaf<ForceSum<Format, false>, Format>,
          sum_leaf<ForceSum<Format, true>, Format>,
          list_leaf<Format>,
          nearest<Format>};
}

}  // namespace tucana::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
