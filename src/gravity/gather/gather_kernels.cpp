// Highway wants its headers in this order.
// clang-format off
#include "tucana/gravity/cpu/kernel_tables.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tucana/gravity/gather/gather_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

#include "tucana/gravity/gather/gather-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tucana::cpu::HWY_NAMESPACE {

#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
const GatherKernels gather_kernels{write_row, gather_sum};
#else
const GatherKernels gather_kernels{nullptr, gather_sum};
#endif

}  // namespace tucana::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
