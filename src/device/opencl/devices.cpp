#include "tucana/device/opencl/devices.h"

#include <algorithm>
#include <string>
#include <tuple>

#include "tucana/device/context.h"

namespace tucana::device::opencl {
namespace {

std::string platform_text(cl_platform_id platform, cl_platform_info what) {
  std::size_t size = 0;
  check(api().clGetPlatformInfo(platform, what, 0, nullptr, &size), "clGetPlatformInfo");
  std::string text(size, '\0');
  check(api().clGetPlatformInfo(platform, what, size, text.data(), nullptr), "clGetPlatformInfo");
  return text.substr(0, text.find('\0'));
}

std::string device_text(cl_device_id device, cl_device_info what) {
  std::size_t size = 0;
  check(api().clGetDeviceInfo(device, what, 0, nullptr, &size), "clGetDeviceInfo");
  std::string text(size, '\0');
  check(api().clGetDeviceInfo(device, what, size, text.data(), nullptr), "clGetDeviceInfo");
  return text.substr(0, text.find('\0'));
}

template <class T>
T device_value(cl_device_id device, cl_device_info what) {
  T value{};
  check(api().clGetDeviceInfo(device, what, sizeof value, &value, nullptr), "clGetDeviceInfo");
  return value;
}

DeviceType type_of(cl_device_id device) {
  const auto type = device_value<cl_device_type>(device, CL_DEVICE_TYPE);
  if ((type & CL_DEVICE_TYPE_GPU) != 0) return DeviceType::gpu;
  if ((type & CL_DEVICE_TYPE_CPU) != 0) return DeviceType::cpu;
  return DeviceType::accelerator;
}

/// Kernels are compiled here and now, in OpenCL C 1.2.
bool is_usable(cl_device_id device) {
  const bool works = device_value<cl_bool>(device, CL_DEVICE_AVAILABLE) != CL_FALSE &&
                     device_value<cl_bool>(device, CL_DEVICE_COMPILER_AVAILABLE) != CL_FALSE;
  const std::string version = device_text(device, CL_DEVICE_VERSION);  // "OpenCL 1.2 ..."
  return works && !version.starts_with("OpenCL 1.0") && !version.starts_with("OpenCL 1.1");
}

DeviceInfo describe(cl_platform_id platform, cl_device_id device) {
  DeviceInfo info;
  info.api = Api::opencl;
  info.type = type_of(device);
  info.name = device_text(device, CL_DEVICE_NAME);
  info.vendor = device_text(device, CL_DEVICE_VENDOR);
  info.driver = platform_text(platform, CL_PLATFORM_NAME) + " " + device_text(device, CL_DRIVER_VERSION) + " (" +
                platform_text(platform, CL_PLATFORM_VERSION) + ")";
  info.compute_units = static_cast<int>(device_value<cl_uint>(device, CL_DEVICE_MAX_COMPUTE_UNITS));
  info.fp64 = device_value<cl_device_fp_config>(device, CL_DEVICE_DOUBLE_FP_CONFIG) != 0;
  info.memory = device_value<cl_ulong>(device, CL_DEVICE_GLOBAL_MEM_SIZE);
  info.largest_buffer = device_value<cl_ulong>(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  info.local_memory = device_value<cl_ulong>(device, CL_DEVICE_LOCAL_MEM_SIZE);
  info.largest_group = device_value<std::size_t>(device, CL_DEVICE_MAX_WORK_GROUP_SIZE);
  if (info.type == DeviceType::cpu) {
    const auto lanes = [&](cl_device_info what) {
      return std::clamp(static_cast<int>(device_value<cl_uint>(device, what)), 1, 16);
    };
    info.float_lanes = lanes(CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT);
    info.double_lanes = lanes(CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE);
  }
  return info;
}

std::vector<cl_platform_id> platforms() {
  cl_uint count = 0;
  constexpr cl_int no_driver = -1001;  // CL_PLATFORM_NOT_FOUND_KHR, what the loader says instead of zero
  if (const cl_int status = api().clGetPlatformIDs(0, nullptr, &count); status != no_driver)
    check(status, "clGetPlatformIDs");
  std::vector<cl_platform_id> found(count);
  if (count > 0) check(api().clGetPlatformIDs(count, found.data(), nullptr), "clGetPlatformIDs");
  // The loader takes them as they lie in a folder; an id must mean the same device tomorrow.
  std::stable_sort(found.begin(), found.end(), [](cl_platform_id a, cl_platform_id b) {
    return platform_text(a, CL_PLATFORM_NAME) < platform_text(b, CL_PLATFORM_NAME);
  });
  return found;
}

std::vector<cl_device_id> devices_of(cl_platform_id platform) {
  cl_uint count = 0;
  const cl_int status = api().clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count);
  if (status != CL_SUCCESS || count == 0) return {};  // a driver without its hardware
  std::vector<cl_device_id> found(count);
  check(api().clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, found.data(), nullptr), "clGetDeviceIDs");
  return found;
}

int rank_of(DeviceType type) { return type == DeviceType::gpu ? 0 : (type == DeviceType::accelerator ? 1 : 2); }

}  // namespace

std::vector<FoundDevice> all_devices() {
  std::vector<FoundDevice> found;
  for (cl_platform_id platform : platforms()) {
    for (cl_device_id device : devices_of(platform)) {
      if (is_usable(device)) found.push_back({device, describe(platform, device)});
    }
  }
  std::stable_sort(found.begin(), found.end(), [](const FoundDevice& a, const FoundDevice& b) {
    return rank_of(a.info.type) < rank_of(b.info.type);
  });
  for (std::size_t i = 0; i < found.size(); ++i) found[i].info.id = static_cast<int>(i);
  return found;
}

DeviceList list_devices() {
  DeviceList list;
  for (auto& device : all_devices()) list.devices.push_back(std::move(device.info));
  if (list.devices.empty()) {
    list.problem =
        "OpenCL is here but has no driver whose device compiles OpenCL 1.2; install that of your device's vendor, or "
        "PoCL, which computes on the processor (Debian: apt install pocl-opencl-icd)";
  }
  return list;
}

}  // namespace tucana::device::opencl
