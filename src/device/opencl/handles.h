#pragma once

#include <memory>
#include <type_traits>

#include "tucana/device/device_info.h"
#include "tucana/device/opencl/api.h"

namespace tucana::device::opencl {

/// Gives an object of OpenCL back. What fails at the end of its life has failed before.
struct Release {
  void operator()(cl_context object) const { give_back(&Functions::clReleaseContext, object); }
  void operator()(cl_mem object) const { give_back(&Functions::clReleaseMemObject, object); }
  void operator()(cl_command_queue object) const { give_back(&Functions::clReleaseCommandQueue, object); }
  void operator()(cl_program object) const { give_back(&Functions::clReleaseProgram, object); }
  void operator()(cl_kernel object) const { give_back(&Functions::clReleaseKernel, object); }

 private:
  template <class Member, class T>
  static void give_back(Member function, T object) {
    if (const Functions* const functions = api_for_release()) static_cast<void>((functions->*function)(object));
  }
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
