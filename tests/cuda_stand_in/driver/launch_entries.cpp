// Kernels: what is known about them, and their launch.
#include <cstring>
#include <string>

#include "tests/cuda_stand_in/driver/state.h"
#include "tests/cuda_stand_in/interpreter/run.h"

// NOLINTBEGIN(readability-identifier-naming)
using namespace cuda_stand_in;

namespace {

/// What a device would refuse at the launch.
CUresult check(const LoadedFunction& f, const Launch& launch) {
  const std::string name = "launch of " + f.function->name + ": ";
  const auto refuse = [&](CUresult code, const std::string& why) {
    complain(name + why);
    return code;
  };
  std::uint64_t threads = 1;
  static constexpr unsigned most_blocks[] = {2147483647, 65535, 65535}, most_threads[] = {1024, 1024, 64};
  for (std::size_t k = 0; k < 3; ++k) {
    threads *= launch.block[k];
    if (launch.grid[k] == 0 || launch.grid[k] > most_blocks[k])
      return refuse(CUDA_ERROR_INVALID_VALUE, "grid out of range");
    if (launch.block[k] == 0 || launch.block[k] > most_threads[k])
      return refuse(CUDA_ERROR_INVALID_VALUE, "block out of range");
  }
  if (threads > 1024) return refuse(CUDA_ERROR_INVALID_VALUE, std::to_string(threads) + " threads a block");
  if (f.function->most_threads != 0 && threads > f.function->most_threads)
    return refuse(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, "more threads than .maxntid allows");
  if (f.function->shared_bytes > 48U << 10U || f.function->shared_bytes + launch.dynamic_shared > f.most_dynamic_shared)
    return refuse(CUDA_ERROR_INVALID_VALUE, "too much shared memory");
  return CUDA_SUCCESS;
}

/// Values are taken at the launch, as the real driver does.
bool take_parameters(const Function& kernel, void** parameters, Launch& launch) {
  for (std::size_t k = 0; k < kernel.parameters.size(); ++k) {
    if (parameters == nullptr || parameters[k] == nullptr) return false;
    const auto* from = static_cast<const std::byte*>(parameters[k]);
    launch.parameters.emplace_back(from, from + kernel.parameters[k].bytes);
  }
  return true;
}

}  // namespace

STAND_IN_API CUresult cuFuncGetAttribute(int* value, int which, CUfunction function) {
  const Call call("cuFuncGetAttribute", Call::Needs::context);
  if (call.result() != CUDA_SUCCESS) return call.result();
  const LoadedFunction* f = call.context().find(function);
  if (f == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  switch (which) {
    case 0: *value = f->function->most_threads == 0 ? 1024 : static_cast<int>(f->function->most_threads); break;
    case 1: *value = static_cast<int>(f->function->shared_bytes); break;
    case 2: *value = 0; break;                                           // constant bytes
    case 3: *value = static_cast<int>(f->function->local_bytes); break;  // stack, not spills: nothing is spilled here
    case 4:
      *value = 0;
      break;  // registers: no compiler chose any, and no made-up number shall look like a measured one
    case 5:
    case 6: *value = 10 * driver().major + driver().minor; break;  // PTX and binary version
    case 7: *value = 0; break;                                     // cache mode
    case 8: *value = static_cast<int>(f->most_dynamic_shared); break;
    default: return CUDA_ERROR_INVALID_VALUE;
  }
  return CUDA_SUCCESS;
}

STAND_IN_API CUresult cuFuncSetAttribute(CUfunction function, int which, int value) {
  const Call call("cuFuncSetAttribute", Call::Needs::context);
  if (call.result() != CUDA_SUCCESS) return call.result();
  LoadedFunction* f = call.context().find(function);
  if (f == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  if (which != 8 || value < 0 || value > 64 << 10) return CUDA_ERROR_INVALID_VALUE;
  f->most_dynamic_shared = static_cast<std::uint64_t>(value);
  return CUDA_SUCCESS;
}

STAND_IN_API CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                                     unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                                     CUstream stream, void** parameters, void** extra) {
  const Call call("cuLaunchKernel", Call::Needs::context);
  if (call.result() != CUDA_SUCCESS) return call.result();
  Context& context = call.context();
  const LoadedFunction* f = context.find(function);
  Stream* where = context.find(stream);
  if (f == nullptr || where == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  Launch launch;
  launch.kernel = f->function;
  launch.grid = {grid_x, grid_y, grid_z};
  launch.block = {block_x, block_y, block_z};
  launch.dynamic_shared = shared_bytes;
  launch.owner = &context;
  if (const CUresult result = check(*f, launch)) return result;
  if (extra != nullptr || !take_parameters(*f->function, parameters, launch)) {
    complain("launch of " + f->function->name + ": parameters missing, or given as `extra`");
    return CUDA_ERROR_INVALID_VALUE;
  }
  where->queue.emplace_back([launch]() mutable -> CUresult {
    Driver& d = driver();
    launch.races = d.races;
    launch.limit = d.instruction_limit;
    const Outcome outcome = run(launch, d.memory);
    d.instructions += outcome.instructions;
    if (outcome.code != 0) complain(outcome.message);
    return outcome.code;
  });
  return CUDA_SUCCESS;
}
// NOLINTEND(readability-identifier-naming)
