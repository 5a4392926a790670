#include "tucana/device/opencl/buffer.h"

#include <fmt/format.h>

#include <algorithm>

#include "tucana/core/fault_point.h"

namespace tucana::device::opencl {

std::unique_ptr<Buffer> make_buffer(const std::shared_ptr<const Place>& place, std::size_t bytes) {
  if (bytes > place->info.largest_buffer) {
    throw DeviceError(
        fmt::format("{}: a buffer of {} bytes is more than it can have ({}); use more devices or fewer bodies",
                    title_of(place->info), bytes, place->info.largest_buffer));
  }
  cl_int status = fault_point("device_allocate") != 0 ? CL_MEM_OBJECT_ALLOCATION_FAILURE : CL_SUCCESS;
  cl_mem memory = nullptr;
  // There are no buffers of no bytes.
  if (status == CL_SUCCESS) {
    memory = api().clCreateBuffer(place->context.get(), CL_MEM_READ_WRITE, std::max<std::size_t>(bytes, 4), nullptr,
                                  &status);
  }
  check(status, fmt::format("clCreateBuffer of {} bytes", bytes).c_str(), place->info);
  return std::make_unique<OpenClBuffer>(Handle<cl_mem>(memory), bytes);
}

}  // namespace tucana::device::opencl
