#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tucana::device {

/// The two ways to reach a device. Both libraries are opened at run time.
enum class Api { opencl, cuda };
enum class DeviceType { gpu, cpu, accelerator };

std::string_view name_of(Api api);
std::string_view name_of(DeviceType type);

/// What `tucana devices` shows of one device, and what kernels are laid out by.
struct DeviceInfo {
  Api api = Api::opencl;
  int id = 0;  ///< its number within its API; engine.devices takes it
  DeviceType type = DeviceType::gpu;
  std::string name, vendor;
  std::string driver;        ///< platform and versions: what, with the name, decides the bits
  std::string architecture;  ///< "sm_90"; empty for OpenCL
  int compute_units = 1;
  bool fp64 = false;
  std::size_t memory = 0;
  std::size_t largest_buffer = 0;
  std::size_t local_memory = 0;
  std::size_t largest_group = 1;
  /// Lanes that explicit vectors should have: the SIMD width of a CPU device, 1 on everything else.
  int float_lanes = 1, double_lanes = 1;
};

/// "opencl device 0 (NVIDIA H100)", for messages.
std::string title_of(const DeviceInfo& device);

struct DeviceList {
  std::vector<DeviceInfo> devices;
  /// Why there are none, and what to do about it; empty when there are some.
  std::string problem;
};

/// Never throws: a machine without a driver has no devices.
DeviceList find_devices(Api api);

}  // namespace tucana::device
