#pragma once

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <string>

#include "tucana/device/device_info.h"

namespace tucana::device::opencl {

/// The functions of OpenCL that are used. Only their types come from the header: the library is opened at run time.
#define TUCANA_OPENCL_FUNCTIONS(DO) \
  DO(clBuildProgram)                \
  DO(clCreateBuffer)                \
  DO(clCreateCommandQueue)          \
  DO(clCreateContext)               \
  DO(clCreateKernel)                \
  DO(clCreateProgramWithBinary)     \
  DO(clCreateProgramWithSource)     \
  DO(clCreateSubDevices)            \
  DO(clEnqueueCopyBuffer)           \
  DO(clEnqueueFillBuffer)           \
  DO(clEnqueueNDRangeKernel)        \
  DO(clEnqueueReadBuffer)           \
  DO(clEnqueueWriteBuffer)          \
  DO(clFinish)                      \
  DO(clFlush)                       \
  DO(clGetDeviceIDs)                \
  DO(clGetDeviceInfo)               \
  DO(clGetKernelWorkGroupInfo)      \
  DO(clGetPlatformIDs)              \
  DO(clGetPlatformInfo)             \
  DO(clGetProgramBuildInfo)         \
  DO(clGetProgramInfo)              \
  DO(clReleaseCommandQueue)         \
  DO(clReleaseContext)              \
  DO(clReleaseKernel)               \
  DO(clReleaseMemObject)            \
  DO(clReleaseProgram)              \
  DO(clSetKernelArg)

struct Functions {
// NOLINTNEXTLINE(bugprone-macro-parentheses)
#define TUCANA_MEMBER(name) decltype(&::name) name = nullptr;
  TUCANA_OPENCL_FUNCTIONS(TUCANA_MEMBER)
#undef TUCANA_MEMBER
};

/// The functions of the driver. Throws DeviceError, saying what to install or to change, when there is none, or when it
/// would not survive a call from here.
const Functions& api();
/// The same for giving objects back, which does not fail. Null where they have to be left alone: in a forked process.
const Functions* api_for_release() noexcept;

/// Throws DeviceError when the call did not succeed: the name of the error, the call, the device, what to do.
void check(cl_int status, const char* call, const DeviceInfo& device);
/// The same for a call that happens before there is a device.
void check(cl_int status, const char* call);

/// "CL_OUT_OF_RESOURCES".
std::string name_of_error(cl_int status);

}  // namespace tucana::device::opencl
