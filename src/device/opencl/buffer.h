#pragma once

#include <cstddef>
#include <memory>

#include "tucana/device/context.h"
#include "tucana/device/opencl/handles.h"

namespace tucana::device::opencl {

class OpenClBuffer final : public Buffer {
 public:
  OpenClBuffer(Handle<cl_mem> memory, std::size_t bytes) : Buffer(bytes), memory_(std::move(memory)) {}
  const cl_mem& memory() const { return handle_; }

 private:
  Handle<cl_mem> memory_;
  cl_mem handle_ = memory_.get();  ///< kernels take the address of the handle
};

std::unique_ptr<Buffer> make_buffer(const std::shared_ptr<const Place>& place, std::size_t bytes);

}  // namespace tucana::device::opencl
