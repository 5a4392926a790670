#pragma once

#include <memory>

#include "tucana/device/context.h"

namespace tucana::device::cuda {

/// open_context() for a device of CUDA, without the self-test.
std::unique_ptr<Context> open(const DeviceInfo& device);

}  // namespace tucana::device::cuda
