// Highway wants its headers in this order.
// clang-format off
#include "tucana/gravity/cpu/kernel_tables.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tucana/gravity/cpu/kernels_fp32.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

#include "tucana/gravity/cpu/table-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tucana::cpu::HWY_NAMESPACE {

const Kernels<Fp32> fp32_kernels = kernel_table<Fp32>();

}  // namespace tucana::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
