// Memory of the devices and of the host, copies and fills. A copy that leaves its allocation is an illegal address.
#include <cstring>

#include "tests/cuda_stand_in/driver/state.h"
#include "tests/cuda_stand_in/interpreter/text.h"

// NOLINTBEGIN(readability-identifier-naming)
using namespace cuda_stand_in;

namespace {

Device& device_of(const Context& context) { return driver().devices[static_cast<std::size_t>(context.device)]; }

std::byte* reach(Context& context, const char* what, CUdeviceptr address, std::size_t bytes) {
  std::byte* found = driver().memory.reach(&context, address, bytes);
  if (found == nullptr)
    complain(std::string(what) + " of " + std::to_string(bytes) + " bytes at " + hexadecimal(address) + ": " +
             driver().memory.describe(&context, address));
  return found;
}

/// Gives work to a stream of the current context.
CUresult give(const Call& call, CUstream handle, std::function<CUresult()> work) {
  Stream* stream = call.context().find(handle);
  if (stream == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  stream->queue.push_back(std::move(work));
  return CUDA_SUCCESS;
}

CUresult copy_in(Context& context, const char* what, CUdeviceptr to, const void* from, std::size_t bytes) {
  if (bytes == 0) return CUDA_SUCCESS;
  std::byte* place = reach(context, what, to, bytes);
  if (place == nullptr) return CUDA_ERROR_ILLEGAL_ADDRESS;
  std::memcpy(place, from, bytes);
  return CUDA_SUCCESS;
}

CUresult copy_out(Context& context, const char* what, void* to, CUdeviceptr from, std::size_t bytes) {
  if (bytes == 0) return CUDA_SUCCESS;
  const std::byte* place = reach(context, what, from, bytes);
  if (place == nullptr) return CUDA_ERROR_ILLEGAL_ADDRESS;
  std::memcpy(to, place, bytes);
  return CUDA_SUCCESS;
}

/// A copy without a stream waits for the streams that the default stream waits for.
CUresult wait_for_blocking(Context& context) {
  context.drain(context.default_stream);
  for (const auto& stream : context.streams)
    if (stream->blocking) context.drain(*stream);
  return context.broken;
}

template <class T>
CUresult fill(Context& context, const char* what, CUdeviceptr to, T value, std::size_t count) {
  if (count == 0) return CUDA_SUCCESS;
  std::byte* place = reach(context, what, to, count * sizeof value);
  if (place == nullptr) return CUDA_ERROR_ILLEGAL_ADDRESS;
  for (std::size_t k = 0; k < count; ++k) std::memcpy(place + k * sizeof value, &value, sizeof value);
  return CUDA_SUCCESS;
}

}  // namespace

STAND_IN_API CUresult cuMemAlloc_v2(CUdeviceptr* address, std::size_t bytes) {
  const Call call("cuMemAlloc_v2", Call::Needs::context);
  if (call.result() != CUDA_SUCCESS) return call.result();
  if (bytes == 0) return CUDA_ERROR_INVALID_VALUE;
  Device& device = device_of(call.context());
  if (bytes > driver().memory_each - device.memory_used) return CUDA_ERROR_OUT_OF_MEMORY;
  static std::uint64_t number = 0;
  *address = driver().memory.allocate(&call.context(), bytes, "allocation " + std::to_string(++number));
  if (*address == 0) return CUDA_ERROR_OUT_OF_MEMORY;
  device.memory_used += bytes;
  return CUDA_SUCCESS;
}

STAND_IN_API CUresult cuMemFree_v2(CUdeviceptr address) {
  const Call call("cuMemFree_v2", Call::Needs::context);
  if (call.result() != CUDA_SUCCESS) return call.result();
  if (address == 0) return CUDA_SUCCESS;
  // The real one waits for the device too.
  if (const CUresult result = call.context().drain_all()) return result;
  const std::uint64_t bytes = driver().memory.release(&call.context(), address);
  if (bytes == 0) {
    complain("cuMemFree of " + hexadecimal(address) + ": " + driver().memory.describe(&call.context(), address));
    return CUDA_ERROR_INVALID_VALUE;
  }
  device_of(call.context()).memory_used -= bytes;
  return CUDA_SUCCESS;
}

STAND_IN_API CUresult cuMemGetInfo_v2(std::size_t* free, std::size_t* total) {
  const Call call("cuMemGetInfo_v2", Call::Needs::context);
  if (call.result() != CUDA_SUCCESS) return call.result();
  *total = driver().memory_each;
  *free = *total - device_of(call.context()).memory_used;
  return CUDA_SUCCESS;
}

STAND_IN_API CUresult cuMemAllocHost_v2(void** address, std::size_t bytes) {
  const Call call("cuMemAllocHost_v2", Call::Needs::context);
  if (call.result() != CUDA_SUCCESS) return call.result();
  if (bytes == 0) return CUDA_ERROR_INVALID_VALUE;
  auto memory = std::make_unique<std::byte[]>(bytes);
  *address = memory.get();
  driver().host_memory[*address] = std::move(memory);
  return CUDA_SUCCESS;
}

STAND_IN_API CUresult cuMemFreeHost(void* address) {
  const Call call("cuMemFreeHost", Call::Needs::context);
  if (call.result() != CUDA_SUCCESS) return call.result();
  if (const CUresult result = call.context().drain_all()) return result;
  return driver().host_memory.erase(address) == 1 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

STAND_IN_API CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void* from, std::size_t bytes, CUstream stream) {
  const Call call("cuMemcpyHtoDAsync_v2", Call::Needs::context);
  if (call.result() != CUDA_SUCCESS) return call.result();
  return give(call, stream, [=, &c = call.context()] { return copy_in(c, "cuMemcpyHtoDAsync", to, from, bytes); });
}

STAND_IN_API CUresult cuMemcpyDtoHAsync_v2(void* to, CUdeviceptr from, std::size_t bytes, CUstream stream) {
  const Call call("cuMemcpyDtoHAsync_v2", Call::Needs::context);
  if (call.result() != CUDA_SUCCESS) return call.result();
  return give(call, stream, [=, &c = call.context()] { return copy_out(c, "cuMemcpyDtoHAsync", to, from, bytes); });
}

STAND_IN_API CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, std::size_t bytes, CUstream stream) {
  const Call call("cuMemcpyDtoDAsync_v2", Call::Needs::context);
  if (call.result() != CUDA_SUCCESS) return call.result();
  return give(call, stream, [=, &c = call.context()] {
    if (bytes == 0) return CUresult{CUDA_SUCCESS};
    const std::byte* source = reach(c, "cuMemcpyDtoDAsync, source", from, bytes);
    std::byte* place = reach(c, "cuMemcpyDtoDAsync, destination", to, bytes);
    if (source == nullptr || place == nullptr) return CUresult{CUDA_ERROR_ILLEGAL_ADDRESS};
    std::memmove(place, source, bytes);
    return CUresult{CUDA_SUCCESS};
  });
}

STAND_IN_API CUresult cuMemcpyHtoD_v2(CUdeviceptr to, const void* from, std::size_t bytes) {
  const Call call("cuMemcpyHtoD_v2", Call::Needs::context);
  if (call.result() != CUDA_SUCCESS) return call.result();
  if (const CUresult result = wait_for_blocking(call.context())) return result;
  return call.context().broken = copy_in(call.context(), "cuMemcpyHtoD", to, from, bytes);
}

STAND_IN_API CUresult cuMemcpyDtoH_v2(void* to, CUdeviceptr from, std::size_t bytes) {
  const Call call("cuMemcpyDtoH_v2", Call::Needs::context);
  if (call.result() != CUDA_SUCCESS) return call.result();
  if (const CUresult result = wait_for_blocking(call.context())) return result;
  return call.context().broken = copy_out(call.context(), "cuMemcpyDtoH", to, from, bytes);
}

STAND_IN_API CUresult cuMemsetD32Async(CUdeviceptr to, unsigned value, std::size_t count, CUstream stream) {
  const Call call("cuMemsetD32Async", Call::Needs::context);
  if (call.result() != CUDA_SUCCESS) return call.result();
  if (to % 4 != 0) return CUDA_ERROR_INVALID_VALUE;
  return give(call, stream,
              [=, &c = call.context()] { return fill<std::uint32_t>(c, "cuMemsetD32Async", to, value, count); });
}

STAND_IN_API CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char value, std::size_t count, CUstream stream) {
  const Call call("cuMemsetD8Async", Call::Needs::context);
  if (call.result() != CUDA_SUCCESS) return call.result();
  return give(call, stream,
              [=, &c = call.context()] { return fill<std::uint8_t>(c, "cuMemsetD8Async", to, value, count); });
}
// NOLINTEND(readability-identifier-naming)
