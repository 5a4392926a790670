#include "tucana/device/cuda/context.h"

#include <fmt/format.h>

#include <algorithm>

#include "tucana/core/fault_point.h"
#include "tucana/device/cuda/place.h"

namespace tucana::device::cuda {
namespace {

class CudaContext final : public Context {
 public:
  explicit CudaContext(const DeviceInfo& device) : place_(std::make_shared<Place>(device)) {}

  const DeviceInfo& info() const override { return place_->info(); }
  std::unique_ptr<Buffer> allocate(std::size_t bytes) override { return std::make_unique<CudaBuffer>(place_, bytes); }
  std::unique_ptr<Program> build(const ProgramText& text) override { return build_program(place_, text); }
  std::unique_ptr<Queue> make_queue() override { return cuda::make_queue(place_); }

 private:
  std::shared_ptr<const Place> place_;
};

}  // namespace

Place::Place(const DeviceInfo& device) : info_(device) {
  Device handle = 0;
  check(api().cuDeviceGet(&handle, device.id), "cuDeviceGet");
  check(api().cuCtxCreate_v2(&context_, 0, handle), "cuCtxCreate");
}

Place::~Place() { static_cast<void>(api().cuCtxDestroy_v2(context_)); }

const Functions& Place::functions() const {
  const Functions& functions = api();
  check(functions.cuCtxSetCurrent(context_), "cuCtxSetCurrent");
  return functions;
}

CudaBuffer::CudaBuffer(std::shared_ptr<const Place> place, std::size_t bytes)
    : Buffer(bytes), place_(std::move(place)) {
  // There are no buffers of no bytes.
  const Result status = fault_point("device_allocate") != 0
                            ? error_out_of_memory
                            : place_->functions().cuMemAlloc_v2(&address_, std::max<std::size_t>(bytes, 4));
  place_->check(status, fmt::format("cuMemAlloc of {} bytes", bytes));
}

CudaBuffer::~CudaBuffer() {
  // What fails at the end of its life has failed before.
  try {
    static_cast<void>(place_->functions().cuMemFree_v2(address_));
  } catch (const DeviceError&) {  // NOLINT(bugprone-empty-catch)
  }
}

std::unique_ptr<Context> open(const DeviceInfo& device) { return std::make_unique<CudaContext>(device); }

}  // namespace tucana::device::cuda
