// Contexts: own ones, and the primary one of each device.
#include "tests/cuda_stand_in/driver/state.h"

// NOLINTBEGIN(readability-identifier-naming)
using namespace cuda_stand_in;

namespace {

Device* find_device(CUdevice device) {
  Driver& d = driver();
  return device >= 0 && static_cast<std::size_t>(device) < d.devices.size()
             ? &d.devices[static_cast<std::size_t>(device)]
             : nullptr;
}

}  // namespace

STAND_IN_API CUresult cuCtxCreate_v2(CUcontext* context, unsigned /*flags*/, CUdevice device) {
  const Call call("cuCtxCreate_v2", Call::Needs::driver);
  if (call.result() != CUDA_SUCCESS) return call.result();
  if (find_device(device) == nullptr) return CUDA_ERROR_INVALID_DEVICE;
  *context = current_context() = driver().make_context(device);
  return CUDA_SUCCESS;
}

STAND_IN_API CUresult cuCtxDestroy_v2(CUcontext context) {
  const Call call("cuCtxDestroy_v2", Call::Needs::driver);
  if (call.result() != CUDA_SUCCESS) return call.result();
  if (!driver().alive(context)) return CUDA_ERROR_INVALID_CONTEXT;
  driver().destroy(context);
  return CUDA_SUCCESS;
}

STAND_IN_API CUresult cuCtxSetCurrent(CUcontext context) {
  const Call call("cuCtxSetCurrent", Call::Needs::driver);
  if (call.result() != CUDA_SUCCESS) return call.result();
  if (context != nullptr && !driver().alive(context)) return CUDA_ERROR_INVALID_CONTEXT;
  current_context() = context;
  return CUDA_SUCCESS;
}

STAND_IN_API CUresult cuCtxGetCurrent(CUcontext* context) {
  const Call call("cuCtxGetCurrent", Call::Needs::driver);
  if (call.result() != CUDA_SUCCESS) return call.result();
  *context = current_context();
  return CUDA_SUCCESS;
}

STAND_IN_API CUresult cuCtxGetDevice(CUdevice* device) {
  const Call call("cuCtxGetDevice", Call::Needs::context);
  if (call.result() != CUDA_SUCCESS) return call.result();
  *device = call.context().device;
  return CUDA_SUCCESS;
}

STAND_IN_API CUresult cuCtxSynchronize() {
  const Call call("cuCtxSynchronize", Call::Needs::context);
  if (call.result() != CUDA_SUCCESS) return call.result();
  return call.context().drain_all();
}

STAND_IN_API CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device) {
  const Call call("cuDevicePrimaryCtxRetain", Call::Needs::driver);
  if (call.result() != CUDA_SUCCESS) return call.result();
  Device* found = find_device(device);
  if (found == nullptr) return CUDA_ERROR_INVALID_DEVICE;
  if (found->primary == nullptr) {
    found->primary = driver().make_context(device);
  } else {
    ++found->primary->users;
  }
  *context = found->primary;
  return CUDA_SUCCESS;
}

STAND_IN_API CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device) {
  const Call call("cuDevicePrimaryCtxRelease_v2", Call::Needs::driver);
  if (call.result() != CUDA_SUCCESS) return call.result();
  Device* found = find_device(device);
  if (found == nullptr) return CUDA_ERROR_INVALID_DEVICE;
  if (found->primary == nullptr) return CUDA_ERROR_INVALID_CONTEXT;
  if (--found->primary->users == 0) driver().destroy(found->primary);
  return CUDA_SUCCESS;
}
// NOLINTEND(readability-identifier-naming)
