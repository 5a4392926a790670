#include "tucana/gravity/make_engine.h"

#include <fmt/format.h>

#include "tucana/core/error.h"
#include "tucana/gravity/cpu/cpu_engine.h"
#include "tucana/gravity/device/device_engine.h"
#include "tucana/gravity/device/open_devices.h"
#include "tucana/gravity/reference/reference_engine.h"

namespace tucana {

std::vector<std::string> supported_simd_levels() {
  std::vector<std::string> names;
  for (const auto& level : cpu::simd_levels())
    if (level.supported) names.emplace_back(level.name);
  return names;
}

std::unique_ptr<ForceEngine> make_engine(const EngineChoice& choice, Workers& workers, std::size_t process,
                                         std::size_t processes) {
  if (choice.kind == "cpu") return cpu::make_cpu_engine(choice.precision, cpu::simd_level(choice.simd), workers);
  if (choice.kind == "reference") {
    if (choice.precision != Precision::fp64)
      throw InputError(fmt::format("engine reference has no precision {}; it has fp64", name_of(choice.precision)));
    return make_reference_engine();
  }
  if (choice.kind == "opencl" || choice.kind == "cuda") {
    const auto api = choice.kind == "cuda" ? device::Api::cuda : device::Api::opencl;
    return std::make_unique<DeviceEngine>(open_devices(api, {choice.devices, choice.device_type}, {process, processes}),
                                          choice.precision, DeviceLayout{choice.work_group_size, choice.device_lanes});
  }
  throw InputError(fmt::format("engine {} does not exist; there are cpu, opencl, cuda and reference", choice.kind));
}

}  // namespace tucana
