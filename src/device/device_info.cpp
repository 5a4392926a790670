#include "tucana/device/device_info.h"

#include <fmt/format.h>

#include "tucana/device/cuda/devices.h"
#include "tucana/device/opencl/devices.h"

namespace tucana::device {

std::string_view name_of(Api api) { return api == Api::opencl ? "opencl" : "cuda"; }

std::string_view name_of(DeviceType type) {
  switch (type) {
    case DeviceType::gpu: return "gpu";
    case DeviceType::cpu: return "cpu";
    case DeviceType::accelerator: return "accelerator";
  }
  return "";
}

std::string title_of(const DeviceInfo& device) {
  return fmt::format("{} device {} ({})", name_of(device.api), device.id, device.name);
}

DeviceList find_devices(Api api) {
  DeviceList list;
  try {
    list = api == Api::opencl ? opencl::list_devices() : cuda::list_devices();
  } catch (const std::exception& error) {
    list.problem = error.what();
  }
  return list;
}

}  // namespace tucana::device
