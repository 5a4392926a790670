#include "tucana/device/opencl/context.h"

#include <fmt/format.h>

#include <array>
#include <map>
#include <mutex>
#include <utility>

#include "tucana/core/fault_point.h"
#include "tucana/device/opencl/buffer.h"
#include "tucana/device/opencl/devices.h"
#include "tucana/device/opencl/program.h"
#include "tucana/device/opencl/queue.h"

namespace tucana::device::opencl {
namespace {

class OpenClContext final : public Context {
 public:
  explicit OpenClContext(std::shared_ptr<const Place> place) : place_(std::move(place)) {}

  const DeviceInfo& info() const override { return place_->info; }
  std::unique_ptr<Buffer> allocate(std::size_t bytes) override { return make_buffer(place_, bytes); }
  std::unique_ptr<Program> build(const ProgramText& text) override { return build_program(place_, text); }
  std::unique_ptr<Queue> make_queue() override { return opencl::make_queue(place_); }

 private:
  std::shared_ptr<const Place> place_;
};

/// Divides `device` into `parts` equal ones; none when it or its driver cannot be divided so.
std::vector<cl_device_id> divide(cl_device_id device, int units, int parts) {
  if (units < parts) return {};
  const std::array<cl_device_partition_property, 3> equally = {CL_DEVICE_PARTITION_EQUALLY, units / parts, 0};
  cl_uint count = 0;
  if (api().clCreateSubDevices(device, equally.data(), 0, nullptr, &count) != CL_SUCCESS) return {};
  std::vector<cl_device_id> created(count);
  if (api().clCreateSubDevices(device, equally.data(), count, created.data(), nullptr) != CL_SUCCESS) return {};
  return created;
}

/// One of `parts` equal sub-devices; null when there is none. They are created once and never released: threads of PoCL
/// release the last event of a queue after clFinish has returned, and when that frees the queue and with it the context
/// and the sub-device, they still access the sub-device.
cl_device_id part_of(cl_device_id device, int units, int part, int parts) {
  static std::mutex mutex;
  static std::map<std::pair<cl_device_id, int>, std::vector<cl_device_id>> divided;
  const std::scoped_lock lock(mutex);
  const auto [place, is_new] = divided.try_emplace({device, parts});
  if (is_new) place->second = divide(device, units, parts);
  const auto index = static_cast<std::size_t>(part);
  return index < place->second.size() ? place->second[index] : nullptr;
}

FoundDevice found_again(const DeviceInfo& device) {
  for (auto& found : all_devices())
    if (found.info.id == device.id && found.info.name == device.name) return found;
  throw DeviceError(fmt::format("{} is no longer there; see `tucana devices`", title_of(device)));
}

}  // namespace

std::unique_ptr<Context> open(const DeviceInfo& device, int part, int parts) {
  auto [handle, info] = found_again(device);
  auto place = std::make_shared<Place>();
  if (info.type == DeviceType::cpu && parts > 1) {
    if (cl_device_id own = part_of(handle, info.compute_units, part, parts); own != nullptr) {
      handle = own;
      info.compute_units /= parts;
    }
  }
  place->info = info;
  place->device = handle;
  cl_int status = CL_SUCCESS;
  place->context.reset(api().clCreateContext(nullptr, 1, &handle, nullptr, nullptr, &status));
  check(status, "clCreateContext", info);
  return std::make_unique<OpenClContext>(std::move(place));
}

}  // namespace tucana::device::opencl
