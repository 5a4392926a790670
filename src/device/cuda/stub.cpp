#include "tucana/device/cuda/context.h"
#include "tucana/device/cuda/devices.h"

namespace tucana::device::cuda {
DeviceList list_devices() { throw DeviceError("there is no CUDA driver here"); }
std::unique_ptr<Context> open(const DeviceInfo&) { throw DeviceError("there is no CUDA driver here"); }
}  // namespace tucana::device::cuda
