#pragma once

#include <vector>

#include "tucana/device/device_info.h"
#include "tucana/device/opencl/api.h"

namespace tucana::device::opencl {

struct FoundDevice {
  cl_device_id handle = nullptr;
  DeviceInfo info;
};

/// All usable devices of all platforms: GPUs first, then accelerators, then CPUs; within a kind by platform. Throws
/// DeviceError when there is no OpenCL.
std::vector<FoundDevice> all_devices();

DeviceList list_devices();

}  // namespace tucana::device::opencl
