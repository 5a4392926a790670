// Highway wants its headers in this order.
// clang-format off
#include "tucana/gravity/cpu/kernel_tables.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tucana/gravity/cpu/kernels_two_float.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

#include "tucana/gravity/cpu/force-inl.h"
#include "tucana/gravity/cpu/potential-inl.h"
#include "tucana/gravity/cpu/predict-inl.h"
#include "tucana/gravity/cpu/search-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tucana::cpu::HWY_NAMESPACE {

static constexpr Kernels<TwoFloat> table() {
  return {predict<TwoFloat>, force<TwoFloat>, potential<TwoFloat>, nearest<TwoFloat>, neighbours<TwoFloat>};
}

const Kernels<TwoFloat> two_float_kernels = table();

}  // namespace tucana::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
