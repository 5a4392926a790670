#pragma once

#include <cstddef>
#include <string>

#include "tucana/device/device_info.h"

namespace tucana::device::cuda {

// The few types and numbers of the driver's interface that are used, declared here so that no toolkit is needed to
// build. The interface is binary and stable: a name with _v2 keeps its meaning.
using Result = int;
using Device = int;
using Address = unsigned long long;
using ContextHandle = struct ContextObject*;
using StreamHandle = struct StreamObject*;
using ModuleHandle = struct ModuleObject*;
using FunctionHandle = struct FunctionObject*;

inline constexpr Result success = 0;
inline constexpr Result error_out_of_memory = 2;
inline constexpr Result error_stub_library = 34;
inline constexpr Result error_device_unavailable = 46;
inline constexpr Result error_no_device = 100;
inline constexpr Result error_unsupported_ptx_version = 222;
inline constexpr Result error_not_ready = 600;

enum class DeviceAttribute : int {
  threads_per_block = 1,
  shared_memory_per_block = 8,
  multiprocessors = 16,
  capability_major = 75,
  capability_minor = 76
};
enum class FunctionAttribute : int { threads_per_block = 0, shared_bytes = 1, local_bytes = 3, registers = 4 };
enum class JitOption : int { error_log_buffer = 5, error_log_buffer_bytes = 6 };
inline constexpr unsigned stream_non_blocking = 1;

/// name, arguments
#define TUCANA_CUDA_FUNCTIONS(DO)                                                                                     \
  DO(cuInit, (unsigned flags))                                                                                        \
  DO(cuDriverGetVersion, (int* version))                                                                              \
  DO(cuDeviceGetCount, (int* count))                                                                                  \
  DO(cuDeviceGet, (Device * device, int ordinal))                                                                     \
  DO(cuDeviceGetName, (char* name, int length, Device device))                                                        \
  DO(cuDeviceTotalMem_v2, (std::size_t * bytes, Device device))                                                       \
  DO(cuDeviceGetAttribute, (int* value, DeviceAttribute attribute, Device device))                                    \
  DO(cuCtxCreate_v2, (ContextHandle * context, unsigned flags, Device device))                                        \
  DO(cuCtxDestroy_v2, (ContextHandle context))                                                                        \
  DO(cuCtxSetCurrent, (ContextHandle context))                                                                        \
  DO(cuMemAlloc_v2, (Address * address, std::size_t bytes))                                                           \
  DO(cuMemFree_v2, (Address address))                                                                                 \
  DO(cuMemcpyHtoDAsync_v2, (Address to, const void* from, std::size_t bytes, StreamHandle stream))                    \
  DO(cuMemcpyDtoHAsync_v2, (void* to, Address from, std::size_t bytes, StreamHandle stream))                          \
  DO(cuMemcpyDtoDAsync_v2, (Address to, Address from, std::size_t bytes, StreamHandle stream))                        \
  DO(cuMemsetD32Async, (Address to, unsigned word, std::size_t words, StreamHandle stream))                           \
  DO(cuStreamCreate, (StreamHandle * stream, unsigned flags))                                                         \
  DO(cuStreamDestroy_v2, (StreamHandle stream))                                                                       \
  DO(cuStreamQuery, (StreamHandle stream))                                                                            \
  DO(cuStreamSynchronize, (StreamHandle stream))                                                                      \
  DO(cuModuleLoadDataEx,                                                                                              \
     (ModuleHandle * module, const void* image, unsigned count, JitOption* options, void** values))                   \
  DO(cuModuleUnload, (ModuleHandle module))                                                                           \
  DO(cuModuleGetFunction, (FunctionHandle * function, ModuleHandle module, const char* name))                         \
  DO(cuFuncGetAttribute, (int* value, FunctionAttribute attribute, FunctionHandle function))                          \
  DO(cuLaunchKernel,                                                                                                  \
     (FunctionHandle function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, \
      unsigned block_z, unsigned shared_bytes, StreamHandle stream, void** arguments, void** extra))                  \
  DO(cuGetErrorName, (Result error, const char** name))                                                               \
  DO(cuGetErrorString, (Result error, const char** text))

struct Functions {
// NOLINTNEXTLINE(bugprone-macro-parentheses)
#define TUCANA_MEMBER(name, arguments) Result(*name) arguments = nullptr;
  TUCANA_CUDA_FUNCTIONS(TUCANA_MEMBER)
#undef TUCANA_MEMBER
};

/// The functions of the driver, initialized. Throws DeviceError, saying what to do, when there is none.
const Functions& api();

/// Throws DeviceError when the call did not succeed: the name of the error, the call, the device, what to do.
void check(Result status, const std::string& call, const DeviceInfo& device);
/// The same for a call that happens before there is a device.
void check(Result status, const std::string& call);

/// "CUDA_ERROR_OUT_OF_MEMORY (out of memory)".
std::string name_of_error(const Functions& functions, Result status);

}  // namespace tucana::device::cuda
