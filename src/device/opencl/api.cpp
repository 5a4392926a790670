#include "tucana/device/opencl/api.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <array>
#include <cstdlib>

#include "tucana/device/context.h"
#include "tucana/device/driver_guard_internal.h"
#include "tucana/device/shared_library_internal.h"

namespace tucana::device::opencl {
namespace {

struct Driver {
  Functions functions;
  std::string problem;
};

Driver open_driver() {
  static constexpr std::array names = {"libOpenCL.so.1", "libOpenCL.so"};
  // Libraries that are already loaded come first: tools that intercept OpenCL (oclgrind) are preloaded.
  const char* const variable = "TUCANA_OPENCL_DRIVER";
  const bool preloaded = std::getenv(variable) == nullptr && ::dlsym(RTLD_DEFAULT, "clGetPlatformIDs") != nullptr;
  const SharedLibrary library = preloaded ? SharedLibrary() : SharedLibrary(variable, names);
  Driver driver;
  if (!preloaded && !library.is_open()) {
    driver.problem =
        fmt::format("there is no OpenCL here ({}); install the loader and a driver for your device", library.problem());
    return driver;
  }
  const auto find = [&](const char* name, auto& function) {
    void* symbol = preloaded ? ::dlsym(RTLD_DEFAULT, name) : library.symbol(name);
    if (symbol == nullptr && driver.problem.empty())
      driver.problem = fmt::format("OpenCL has no {}; install a loader of OpenCL 1.2 or later", name);
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(symbol);
  };
#define TUCANA_FIND(name) find(#name, driver.functions.name);
  TUCANA_OPENCL_FUNCTIONS(TUCANA_FIND)
#undef TUCANA_FIND
  return driver;
}

const Driver& driver() {
  static const Driver driver = (watch_for_forks(), open_driver());
  return driver;
}

const char* advice_for(cl_int status) {
  switch (status) {
    case CL_MEM_OBJECT_ALLOCATION_FAILURE:
    case CL_OUT_OF_HOST_MEMORY: return "; it has too little memory for this: use more devices or fewer bodies";
    case CL_OUT_OF_RESOURCES: return "; close what else uses the device, or try a smaller engine.work_group_size";
    case CL_INVALID_WORK_GROUP_SIZE:
    case CL_INVALID_WORK_ITEM_SIZE: return "; try a smaller engine.work_group_size";
    case CL_DEVICE_NOT_AVAILABLE: return "; it is lost: look into the system's log";
    default: return "";
  }
}

}  // namespace

const Functions& api() {
  check_caller_of_driver();
  static const Driver& opened = (check_room_for_driver(), driver());  // what throws here is tried again
  if (!opened.problem.empty()) throw DeviceError(opened.problem);
  return opened.functions;
}

const Functions* api_for_release() noexcept { return is_forked_from_driver() ? nullptr : &driver().functions; }

void check(cl_int status, const char* call, const DeviceInfo& device) {
  if (status == CL_SUCCESS) return;
  throw DeviceError(
      fmt::format("{}: {} failed with {}{}", title_of(device), call, name_of_error(status), advice_for(status)));
}

void check(cl_int status, const char* call) {
  if (status == CL_SUCCESS) return;
  throw DeviceError(
      fmt::format("OpenCL: {} failed with {}; is a driver for your device installed?", call, name_of_error(status)));
}

}  // namespace tucana::device::opencl
