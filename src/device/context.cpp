#include "tucana/device/context.h"

#include <fmt/format.h>

#include "tucana/device/cuda/context.h"
#include "tucana/device/opencl/context.h"
#include "tucana/device/self_test.h"

namespace tucana::device {

std::unique_ptr<Context> open_context(const DeviceInfo& device, int part, int parts) {
  TUCANA_EXPECT(part >= 0 && part < parts);
  auto context = device.api == Api::opencl ? opencl::open(device, part, parts) : cuda::open(device);
  test_arithmetic(*context);
  return context;
}

}  // namespace tucana::device
