// Highway wants its headers in this order.
// clang-format off
#include "tucana/gravity/cpu/kernel_tables.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tucana/integrators/neighbour/irregular_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

#include "tucana/integrators/neighbour/irregular-inl.h"

#if HWY_ONCE
namespace tucana {

IrregularStep irregular_step_kernel(const std::string& simd) {
  [[maybe_unused]] const auto name = cpu::simd_level(simd).name;
#if HWY_ARCH_X86
  if (name == "AVX-512") return cpu::N_AVX3::irregular_step;
  if (name == "AVX2") return cpu::N_AVX2::irregular_step;
#endif
  return nullptr;
}

}  // namespace tucana
#endif
