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

const WalkKernels& walk_kernels(std::string_view simd) {
#if HWY_ARCH_X86
  if (simd == "AVX-512") return N_AVX3::kernels;
  if (simd == "AVX2") return N_AVX2::kernels;
  return N_SSE4::kernels;
#else
  static_cast<void>(simd);
  return N_NEON::kernels;
#endif
}

}  // namespace tucana::tree
#endif
