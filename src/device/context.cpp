#include "tucana/device/context.h"

#include <atomic>

#include "tucana/device/cuda/context.h"
#include "tucana/device/opencl/context.h"
#include "tucana/device/self_test.h"

namespace tucana::device {
namespace {

std::atomic<std::size_t> bytes_now = 0, bytes_peak = 0;

}  // namespace

Buffer::Buffer(std::size_t bytes) : bytes_(bytes) {
  const std::size_t now = bytes_now += bytes;
  std::size_t peak = bytes_peak;
  while (peak < now && !bytes_peak.compare_exchange_weak(peak, now)) {
  }
}
Buffer::~Buffer() { bytes_now -= bytes_; }

BufferMemory buffer_memory() { return {bytes_now, bytes_peak}; }

std::unique_ptr<Context> open_context(const DeviceInfo& device, int part, int parts) {
  TUCANA_EXPECT(part >= 0 && part < parts);
  auto context = device.api == Api::opencl ? opencl::open(device, part, parts) : cuda::open(device);
  test_arithmetic(*context);
  return context;
}

}  // namespace tucana::device
