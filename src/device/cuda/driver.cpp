#include "tucana/device/cuda/driver.h"

#include <fmt/format.h>

#include <array>
#include <type_traits>

#include "tucana/device/context.h"
#include "tucana/device/shared_library_internal.h"

namespace tucana::device::cuda {
namespace {

struct Driver {
  Functions functions;
  std::string problem;
};

std::string problem_of_init(const Functions& functions, Result status) {
  switch (status) {
    case error_no_device: return "the CUDA driver is here but sees no device; is the device switched on and allowed?";
    case error_stub_library:
      return "libcuda.so.1 is the toolkit's stub, not a driver; take it off the library path and install NVIDIA's "
             "driver";
    default:
      return fmt::format("the CUDA driver does not start: cuInit failed with {}; see nvidia-smi and the system's log",
                         name_of_error(functions, status));
  }
}

Driver open_driver() {
  static constexpr std::array names = {"libcuda.so.1"};
  const SharedLibrary library("TUCANA_CUDA_DRIVER", names);
  Driver driver;
  if (!library.is_open()) {
    driver.problem = fmt::format("there is no CUDA driver here ({}); with an NVIDIA device install NVIDIA's driver",
                                 library.problem());
    return driver;
  }
  const auto find = [&](const char* name, auto& function) {
    void* symbol = library.symbol(name);
    if (symbol == nullptr && driver.problem.empty())
      driver.problem = fmt::format("the CUDA driver has no {}; install a driver for CUDA 11 or later", name);
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(symbol);
  };
#define TUCANA_FIND(name, arguments) find(#name, driver.functions.name);
  TUCANA_CUDA_FUNCTIONS(TUCANA_FIND)
#undef TUCANA_FIND
  if (!driver.problem.empty()) return driver;
  if (const Result status = driver.functions.cuInit(0); status != success)
    driver.problem = problem_of_init(driver.functions, status);
  return driver;
}

const char* advice_for(Result status) {
  switch (status) {
    case error_out_of_memory: return "; it has too little memory for this: use more devices or fewer bodies";
    case 701: return "; try a smaller engine.work_group_size";  // launch out of resources
    case error_device_unavailable:
    case 214:  // ECC error
    case 700:
    case 702:
    case 719:  // a fault, a timeout or an error of a kernel leaves the context unusable
      return "; it is lost for this run: look into the system's log";
    default: return "";
  }
}

}  // namespace

const Functions& api() {
  static const Driver driver = open_driver();
  if (!driver.problem.empty()) throw DeviceError(driver.problem);
  return driver.functions;
}

std::string name_of_error(const Functions& functions, Result status) {
  const char *name = nullptr, *text = nullptr;
  if (functions.cuGetErrorName(status, &name) != success || name == nullptr) return fmt::format("error {}", status);
  if (functions.cuGetErrorString(status, &text) != success || text == nullptr) return name;
  return fmt::format("{} ({})", name, text);
}

void check(Result status, const std::string& call, const DeviceInfo& device) {
  if (status == success) return;
  throw DeviceError(
      fmt::format("{}: {} failed with {}{}", title_of(device), call, name_of_error(api(), status), advice_for(status)));
}

void check(Result status, const std::string& call) {
  if (status == success) return;
  throw DeviceError(fmt::format("CUDA: {} failed with {}{}", call, name_of_error(api(), status), advice_for(status)));
}

}  // namespace tucana::device::cuda
