#pragma once

// Highway's headers need the first one before them.
// clang-format off
#include "tucana/gravity/cpu/highway_targets.h"
#include <hwy/detect_targets.h>
// clang-format on

#include "tucana/gravity/cpu/kernels.h"

namespace tucana::cpu {

/// The tables that kernels_*.cpp fill, one set for each of Highway's targets.
#define TUCANA_DECLARE_KERNELS(TARGET)                \
  namespace N_##TARGET {                              \
    extern const Kernels<Fp64> fp64_kernels;          \
    extern const Kernels<Extended> extended_kernels;  \
    extern const Kernels<TwoFloat> two_float_kernels; \
    extern const Kernels<Fp32> fp32_kernels;          \
    extern const GatherKernels gather_kernels;        \
  }
#if HWY_ARCH_X86
TUCANA_DECLARE_KERNELS(SSE4)
TUCANA_DECLARE_KERNELS(AVX2)
TUCANA_DECLARE_KERNELS(AVX3)
#else
TUCANA_DECLARE_KERNELS(NEON)
#endif
#undef TUCANA_DECLARE_KERNELS

}  // namespace tucana::cpu
