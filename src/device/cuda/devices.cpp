#include "tucana/device/cuda/devices.h"

#include <fmt/format.h>

#include <array>

#include "tucana/device/cuda/driver.h"

namespace tucana::device::cuda {
namespace {

DeviceInfo describe(int id, int version) {
  Device device = 0;
  check(api().cuDeviceGet(&device, id), "cuDeviceGet");
  const auto attribute = [&](DeviceAttribute which) {
    int value = 0;
    check(api().cuDeviceGetAttribute(&value, which, device), "cuDeviceGetAttribute");
    return value;
  };
  std::array<char, 256> name{};
  check(api().cuDeviceGetName(name.data(), static_cast<int>(name.size()) - 1, device), "cuDeviceGetName");
  DeviceInfo info;
  info.api = Api::cuda;
  info.id = id;
  info.type = DeviceType::gpu;
  info.name = name.data();
  info.vendor = "NVIDIA";
  info.driver = fmt::format("CUDA driver {}.{}", version / 1000, version % 1000 / 10);
  info.architecture = fmt::format("sm_{}{}", attribute(DeviceAttribute::capability_major),
                                  attribute(DeviceAttribute::capability_minor));
  info.compute_units = attribute(DeviceAttribute::multiprocessors);
  info.fp64 = true;
  check(api().cuDeviceTotalMem_v2(&info.memory, device), "cuDeviceTotalMem");
  info.largest_buffer = info.memory;
  info.local_memory = static_cast<std::size_t>(attribute(DeviceAttribute::shared_memory_per_block));
  info.largest_group = static_cast<std::size_t>(attribute(DeviceAttribute::threads_per_block));
  return info;
}

}  // namespace

DeviceList list_devices() {
  int count = 0, version = 0;
  check(api().cuDriverGetVersion(&version), "cuDriverGetVersion");
  check(api().cuDeviceGetCount(&count), "cuDeviceGetCount");
  DeviceList list;
  for (int id = 0; id < count; ++id) list.devices.push_back(describe(id, version));
  if (count == 0) list.problem = "the CUDA driver is here but sees no device; is the device switched on and allowed?";
  return list;
}

}  // namespace tucana::device::cuda
