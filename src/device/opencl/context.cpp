#include "tucana/device/opencl/context.h"

#include <fmt/format.h>

#include <array>

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

/// One of `parts` equal sub-devices; null when the device or its driver cannot be divided so.
Handle<cl_device_id> part_of(cl_device_id device, int units, int part, int parts) {
  if (units < parts) return nullptr;
  const std::array<cl_device_partition_property, 3> equally = {CL_DEVICE_PARTITION_EQUALLY, units / parts, 0};
  cl_uint count = 0;
  if (api().clCreateSubDevices(device, equally.data(), 0, nullptr, &count) != CL_SUCCESS) return nullptr;
  std::vector<cl_device_id> created(count);
  if (api().clCreateSubDevices(device, equally.data(), count, created.data(), nullptr) != CL_SUCCESS) return nullptr;
  std::vector<Handle<cl_device_id>> all(created.begin(), created.end());
  return static_cast<std::size_t>(part) < all.size() ? std::move(all[static_cast<std::size_t>(part)]) : nullptr;
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
    place->own_device = part_of(handle, info.compute_units, part, parts);
    if (place->own_device) {
      handle = place->own_device.get();
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
