// Highway wants its headers in this order.
// clang-format off
#include "tucana/gravity/cpu/kernel_tables.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tucana/gravity/cpu/kernels_fp32.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

#include "tucana/gravity/cpu/force-inl.h"
#include "tucana/gravity/cpu/potential-inl.h"
#include "tucana/gravity/cpu/predict-inl.h"
#include "tucana/gravity/cpu/search-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tucana::cpu::HWY_NAMESPACE {

static constexpr Kernels<Fp32> table() {
  return {predict<Fp32>, force<Fp32>, potential<Fp32>, nearest<Fp32>, neighbours<Fp32>};
}

const Kernels<Fp32> fp32_kernels = table();

}  // namespace tucana::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
