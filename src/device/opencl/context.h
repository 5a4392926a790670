#pragma once

#include <memory>

#include "tucana/device/context.h"

namespace tucana::device::opencl {

/// open_context() for a device of OpenCL, without the self-test.
std::unique_ptr<Context> open(const DeviceInfo& device, int part, int parts);

}  // namespace tucana::device::opencl
