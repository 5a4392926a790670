// cuInit, devices, and the words for errors.
#include <algorithm>
#include <cstring>
#include <iterator>
#include <string>

#include "tests/cuda_stand_in/driver/state.h"

// NOLINTBEGIN(readability-identifier-naming)
using namespace cuda_stand_in;

namespace {

struct Error {
  CUresult code;
  const char *name, *words;
};
constexpr Error errors[] = {
    {CUDA_SUCCESS, "CUDA_SUCCESS", "no error"},
    {CUDA_ERROR_INVALID_VALUE, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
    {CUDA_ERROR_OUT_OF_MEMORY, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
    {CUDA_ERROR_NOT_INITIALIZED, "CUDA_ERROR_NOT_INITIALIZED", "initialization error"},
    {CUDA_ERROR_DEVICE_UNAVAILABLE, "CUDA_ERROR_DEVICE_UNAVAILABLE", "device busy or unavailable"},
    {CUDA_ERROR_NO_DEVICE, "CUDA_ERROR_NO_DEVICE", "no device is detected"},
    {CUDA_ERROR_INVALID_DEVICE, "CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal"},
    {CUDA_ERROR_INVALID_CONTEXT, "CUDA_ERROR_INVALID_CONTEXT", "invalid device context"},
    {CUDA_ERROR_NO_BINARY_FOR_GPU, "CUDA_ERROR_NO_BINARY_FOR_GPU", "no binary for this device"},
    {CUDA_ERROR_INVALID_PTX, "CUDA_ERROR_INVALID_PTX", "PTX compilation failed"},
    {CUDA_ERROR_INVALID_HANDLE, "CUDA_ERROR_INVALID_HANDLE", "invalid resource handle"},
    {CUDA_ERROR_NOT_FOUND, "CUDA_ERROR_NOT_FOUND", "named symbol not found"},
    {CUDA_ERROR_NOT_READY, "CUDA_ERROR_NOT_READY", "device not ready"},
    {CUDA_ERROR_ILLEGAL_ADDRESS, "CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access was encountered"},
    {CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES",
     "too many resources requested for launch"},
    {702, "CUDA_ERROR_LAUNCH_TIMEOUT", "the launch timed out and was terminated"},
    {715, "CUDA_ERROR_ILLEGAL_INSTRUCTION", "an illegal instruction was encountered"},
    {716, "CUDA_ERROR_MISALIGNED_ADDRESS", "misaligned address"},
    {CUDA_ERROR_LAUNCH_FAILED, "CUDA_ERROR_LAUNCH_FAILED", "unspecified launch failure"},
};

bool exists(CUdevice device) { return device >= 0 && static_cast<std::size_t>(device) < driver().devices.size(); }

/// Attributes by their number in the API.
struct Attribute {
  int which, value;
};
constexpr Attribute attributes[] = {
    {1, 1024},        // max threads per block
    {2, 1024},        // max block dim x
    {3, 1024},        // y
    {4, 64},          // z
    {5, 2147483647},  // max grid dim x
    {6, 65535},       // y
    {7, 65535},       // z
    {8, 48 << 10},    // max shared memory per block
    {9, 64 << 10},    // total constant memory
    {10, 32},         // warp size
    {12, 65536},      // max registers per block
    {13, 1000000},    // clock rate, kHz
    {14, 256},        // texture alignment
    {15, 1},          // overlap of copies
    {16, 4},          // multiprocessors
    {17, 0},          // kernel time limit
    {18, 0},          // integrated
    {19, 1},          // can map host memory
    {20, 0},          // compute mode: default
    {31, 1},          // concurrent kernels
    {32, 0},          // ECC
    {33, 0},          // PCI bus
    {34, 0},          // PCI device
    {36, 1000000},    // memory clock rate, kHz
    {37, 256},        // memory bus width
    {38, 1 << 20},    // L2 cache
    {39, 2048},       // max threads per multiprocessor
    {40, 2},          // copy engines
    {41, 1},          // unified addressing
    {50, 0},          // PCI domain
    {81, 64 << 10},   // shared memory per multiprocessor
    {82, 65536},      // registers per multiprocessor
    {83, 0},          // managed memory
    {84, 0},          // board with several devices
    {87, 2},          // fp32 : fp64
    {97, 64 << 10},   // max shared memory per block on request
    {106, 16},        // blocks per multiprocessor
};
constexpr int capability_major = 75, capability_minor = 76;

/// -1 for one that nobody asked for yet.
int attribute(int which) {
  if (which == capability_major) return driver().major;
  if (which == capability_minor) return driver().minor;
  const auto* const found =
      std::find_if(std::begin(attributes), std::end(attributes), [&](const Attribute& a) { return a.which == which; });
  return found == std::end(attributes) ? -1 : found->value;
}

}  // namespace

STAND_IN_API CUresult cuInit(unsigned flags) {
  // The environment first: a fault may be for this very call.
  const std::lock_guard<std::recursive_mutex> lock(driver().lock);
  const CUresult result = driver().read_environment();
  const Call call("cuInit", Call::Needs::nothing);
  if (call.result() != CUDA_SUCCESS) return call.result();
  return flags != 0 ? CUDA_ERROR_INVALID_VALUE : result;
}

STAND_IN_API CUresult cuDriverGetVersion(int* version) {
  const Call call("cuDriverGetVersion", Call::Needs::nothing);
  if (call.result() != CUDA_SUCCESS) return call.result();
  *version = 13000;
  return CUDA_SUCCESS;
}

STAND_IN_API CUresult cuDeviceGetCount(int* count) {
  const Call call("cuDeviceGetCount", Call::Needs::driver);
  if (call.result() != CUDA_SUCCESS) return call.result();
  *count = static_cast<int>(driver().devices.size());
  return CUDA_SUCCESS;
}

STAND_IN_API CUresult cuDeviceGet(CUdevice* device, int ordinal) {
  const Call call("cuDeviceGet", Call::Needs::driver);
  if (call.result() != CUDA_SUCCESS) return call.result();
  if (!exists(ordinal)) return CUDA_ERROR_INVALID_DEVICE;
  *device = ordinal;
  return CUDA_SUCCESS;
}

STAND_IN_API CUresult cuDeviceGetName(char* name, int length, CUdevice device) {
  const Call call("cuDeviceGetName", Call::Needs::driver);
  if (call.result() != CUDA_SUCCESS) return call.result();
  if (!exists(device)) return CUDA_ERROR_INVALID_DEVICE;
  if (length <= 0) return CUDA_ERROR_INVALID_VALUE;
  const std::string text = "Tucana's CUDA stand-in (interprets PTX, no GPU)";
  std::memset(name, 0, static_cast<std::size_t>(length));
  text.copy(name, static_cast<std::size_t>(length) - 1);
  return CUDA_SUCCESS;
}

STAND_IN_API CUresult cuDeviceTotalMem_v2(std::size_t* bytes, CUdevice device) {
  const Call call("cuDeviceTotalMem_v2", Call::Needs::driver);
  if (call.result() != CUDA_SUCCESS) return call.result();
  if (!exists(device)) return CUDA_ERROR_INVALID_DEVICE;
  *bytes = driver().memory_each;
  return CUDA_SUCCESS;
}

STAND_IN_API CUresult cuDeviceGetAttribute(int* value, int which, CUdevice device) {
  const Call call("cuDeviceGetAttribute", Call::Needs::driver);
  if (call.result() != CUDA_SUCCESS) return call.result();
  if (!exists(device)) return CUDA_ERROR_INVALID_DEVICE;
  *value = attribute(which);
  if (*value >= 0) return CUDA_SUCCESS;
  complain("device attribute " + std::to_string(which) + " is not known; add it to device_entries.cpp");
  return CUDA_ERROR_INVALID_VALUE;
}

STAND_IN_API CUresult cuGetErrorName(CUresult code, const char** text) {
  const auto* const found =
      std::find_if(std::begin(errors), std::end(errors), [&](const Error& e) { return e.code == code; });
  *text = found == std::end(errors) ? nullptr : found->name;
  return *text == nullptr ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

STAND_IN_API CUresult cuGetErrorString(CUresult code, const char** text) {
  const auto* const found =
      std::find_if(std::begin(errors), std::end(errors), [&](const Error& e) { return e.code == code; });
  *text = found == std::end(errors) ? nullptr : found->words;
  return *text == nullptr ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

/// For tests in a process where cuInit has been called already: as CUDA_STAND_IN_FAULT, counted from now on. 0 if
/// understood.
STAND_IN_API int cuda_stand_in_set_faults(const char* text) {
  const std::lock_guard<std::recursive_mutex> lock(driver().lock);
  return driver().faults.set(text) ? 0 : 1;
}

/// Instructions that were interpreted so far.
STAND_IN_API unsigned long long cuda_stand_in_instructions() {
  const std::lock_guard<std::recursive_mutex> lock(driver().lock);
  return driver().instructions;
}
// NOLINTEND(readability-identifier-naming)
