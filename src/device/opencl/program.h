#pragma once

#include <memory>
#include <mutex>
#include <string>

#include "tucana/device/context.h"
#include "tucana/device/opencl/handles.h"

namespace tucana::device::opencl {

struct OpenClKernel final : Kernel {
  KernelFacts facts() const override { return known; }

  std::string name;
  Handle<cl_kernel> handle;
  KernelFacts known;
  std::mutex busy;  ///< from the first argument to the launch
};

std::unique_ptr<Program> build_program(const std::shared_ptr<const Place>& place, const ProgramText& text);

}  // namespace tucana::device::opencl
