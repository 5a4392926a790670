#pragma once

#include <memory>
#include <type_traits>

#include "tucana/device/device_info.h"
#include "tucana/device/opencl/api.h"

namespace tucana::device::opencl {

/// Gives an object of OpenCL back. What fails at the end of its life has failed before.
struct Release {
  void operator()(cl_context object) const { static_cast<void>(api().clReleaseContext(object)); }
  void operator()(cl_mem object) const { static_cast<void>(api().clReleaseMemObject(object)); }
  void operator()(cl_command_queue object) const { static_cast<void>(api().clReleaseCommandQueue(object)); }
  void operator()(cl_program object) const { static_cast<void>(api().clReleaseProgram(object)); }
  void operator()(cl_kernel object) const { static_cast<void>(api().clReleaseKernel(object)); }
};
template <class T>
using Handle = std::unique_ptr<std::remove_pointer_t<T>, Release>;

/// What all objects of one context share, alive as long as one of them.
struct Place {
  DeviceInfo info;
  cl_device_id device = nullptr;  ///< lives as long as the process, parts of a device too
  Handle<cl_context> context;
};

}  // namespace tucana::device::opencl
