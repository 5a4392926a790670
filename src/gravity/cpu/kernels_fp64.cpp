// Highway wants its headers in this order.
// clang-format off
#include "tucana/gravity/cpu/kernel_tables.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tucana/gravity/cpu/kernels_fp64.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

#include "tucana/gravity/cpu/force-inl.h"
#include "tucana/gravity/cpu/potential-inl.h"
#include "tucana/gravity/cpu/predict-inl.h"
#include "tucana/gravity/cpu/search-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tucana::cpu::HWY_NAMESPACE {

static constexpr Kernels<Fp64> table() {
  return {predict<Fp64>, force<Fp64>, potential<Fp64>, nearest<Fp64>, neighbours<Fp64>};
}

const Kernels<Fp64> fp64_kernels = table();

}  // namespace tucana::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
