// Highway wants its headers in this order.
// clang-format off
#include "tucana/gravity/cpu/kernel_tables.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tucana/tree/cpu/walk_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

#include "tucana/tree/cpu/walk-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tucana::tree::HWY_NAMESPACE {

extern const WalkKernels kernels;
const WalkKernels kernels{walk_group};

}  // namespace tucana::tree::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace tucana::tree {

const WalkKernels& walk_kernels([[maybe_unused]] std::string_view simd) {
#if HWY_TARGETS & HWY_AVX3 & ~HWY_STATIC_TARGET
  if (simd == "AVX-512") return N_AVX3::kernels;
#endif
#if HWY_TARGETS & HWY_AVX2 & ~HWY_STATIC_TARGET
  if (simd == "AVX2") return N_AVX2::kernels;
#endif
  return HWY_NAMESPACE::kernels;  // of the static target, which comes last: SSE4 or NEON where all are compiled
}

}  // namespace tucana::tree
#endif
