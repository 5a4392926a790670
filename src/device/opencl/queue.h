#pragma once

#include <memory>

#include "tucana/device/context.h"
#include "tucana/device/opencl/handles.h"

namespace tucana::device::opencl {

std::unique_ptr<Queue> make_queue(std::shared_ptr<const Place> place);

}  // namespace tucana::device::opencl
