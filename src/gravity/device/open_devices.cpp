#include "tucana/gravity/device/open_devices.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace tucana {
namespace {

std::string listed(const std::vector<device::DeviceInfo>& devices) {
  std::string text;
  for (const auto& device : devices)
    text += fmt::format("{}{} ({}, {})", text.empty() ? "" : ", ", device.id, device.name, name_of(device.type));
  return text;
}

std::vector<device::DeviceInfo> chosen(device::Api api, const DeviceChoice& choice) {
  const auto list = device::find_devices(api);
  if (list.devices.empty()) throw InputError(fmt::format("engine {}: {}", name_of(api), list.problem));
  const auto has_type = [&](const device::DeviceInfo& device) {
    return choice.type == "any" || choice.type == name_of(device.type);
  };
  std::vector<device::DeviceInfo> devices;
  for (const int id : choice.ids) {
    const auto found = std::ranges::find(list.devices, id, &device::DeviceInfo::id);
    if (found == list.devices.end() || !has_type(*found))
      throw InputError(fmt::format("engine.devices: there is no {} device {}{}; there are {}", name_of(api), id,
                                   choice.type == "any" ? "" : " of engine.device_type " + choice.type,
                                   listed(list.devices)));
    devices.push_back(*found);
  }
  if (choice.ids.empty()) {
    // All like the first, which is the best: work is divided evenly, and the bits must not depend on the device.
    for (const auto& device : list.devices)
      if (has_type(device) && (devices.empty() || device.name == devices.front().name)) devices.push_back(device);
    if (devices.empty())
      throw InputError(fmt::format("engine.device_type = {}: there is no such {} device; there are {}", choice.type,
                                   name_of(api), listed(list.devices)));
  }
  return devices;
}

std::vector<device::DeviceInfo> share_of(const std::vector<device::DeviceInfo>& all, const ProcessShare& share) {
  std::vector<device::DeviceInfo> own;
  for (std::size_t k = share.number; k < all.size(); k += share.of) own.push_back(all[k]);
  if (own.empty()) own.push_back(all[share.number % all.size()]);
  return own;
}

}  // namespace

std::vector<std::unique_ptr<device::Context>> open_devices(device::Api api, const DeviceChoice& choice,
                                                           const ProcessShare& share) {
  const auto devices = share_of(chosen(api, choice), share);
  std::map<int, int> parts, opened;
  for (const auto& device : devices) {
    if (device.name != devices.front().name || device.driver != devices.front().driver)
      throw InputError(fmt::format("engine.devices: {} and {} are not of one kind; their bits would differ",
                                   devices.front().name, device.name));
    ++parts[device.id];
  }
  std::vector<std::unique_ptr<device::Context>> contexts;
  for (const auto& device : devices)
    contexts.push_back(device::open_context(device, opened[device.id]++, parts[device.id]));
  return contexts;
}

}  // namespace tucana
