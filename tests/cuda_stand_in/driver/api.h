#pragma once

#include <cstddef>
#include <cstdint>

// The types of the CUDA driver API, as far as they are needed, declared by hand: no toolkit is wanted to build this.
// Their names are those of the API, and so are the names of the entry points.
// NOLINTBEGIN(readability-identifier-naming)
namespace cuda_stand_in {
struct Context;
struct Stream;
struct Event;
struct LoadedModule;
struct LoadedFunction;
}  // namespace cuda_stand_in

using CUresult = int;
using CUdevice = int;
using CUdeviceptr = unsigned long long;
using CUcontext = cuda_stand_in::Context*;
using CUstream = cuda_stand_in::Stream*;
using CUevent = cuda_stand_in::Event*;
using CUmodule = cuda_stand_in::LoadedModule*;
using CUfunction = cuda_stand_in::LoadedFunction*;

enum : CUresult {
  CUDA_SUCCESS = 0,
  CUDA_ERROR_INVALID_VALUE = 1,
  CUDA_ERROR_OUT_OF_MEMORY = 2,
  CUDA_ERROR_NOT_INITIALIZED = 3,
  CUDA_ERROR_DEVICE_UNAVAILABLE = 46,
  CUDA_ERROR_NO_DEVICE = 100,
  CUDA_ERROR_INVALID_DEVICE = 101,
  CUDA_ERROR_INVALID_CONTEXT = 201,
  CUDA_ERROR_NO_BINARY_FOR_GPU = 209,
  CUDA_ERROR_INVALID_PTX = 218,
  CUDA_ERROR_INVALID_HANDLE = 400,
  CUDA_ERROR_NOT_FOUND = 500,
  CUDA_ERROR_NOT_READY = 600,
  CUDA_ERROR_ILLEGAL_ADDRESS = 700,
  CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES = 701,
  CUDA_ERROR_LAUNCH_FAILED = 719
};

// A client declares the handles in its own way, as with the real library, whose functions no sanitizer knows: clang's
// check of the type of a called function cannot hold.
#ifdef __clang__
#define STAND_IN_API extern "C" __attribute__((visibility("default"), no_sanitize("function")))
#else
#define STAND_IN_API extern "C" __attribute__((visibility("default")))
#endif
// NOLINTEND(readability-identifier-naming)
