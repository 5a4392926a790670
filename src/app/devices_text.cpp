#include "tucana/app/devices_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "tucana/simulation/options/plain_text.h"

namespace tucana::app {
namespace {

constexpr std::size_t columns = 80, label_columns = 13;

std::string memory_text(std::size_t bytes) {
  const auto value = static_cast<double>(bytes);
  return value >= 0x1p30 ? fmt::format("{:.1f} GiB", value / 0x1p30) : fmt::format("{:.0f} MiB", value / 0x1p20);
}

std::string facts_text(const device::DeviceInfo& device) {
  return fmt::format("{}, {}, {} compute unit{}, {}", name_of(device.type), memory_text(device.memory),
                     device.compute_units, device.compute_units == 1 ? "" : "s",
                     device.fp64 ? "fp64" : "no fp64: use engine.precision = two_float or extended");
}

}  // namespace

std::string labelled(std::string_view label, std::string_view text) {
  std::string lines;
  for (std::string& line : wrapped(for_message(text, text.size()), columns, label_columns)) {
    // A word longer than the line stays whole: it may be a path.
    if (lines.empty()) line.replace(0, std::min(label.size(), label_columns), label);
    lines += line + "\n";
  }
  return lines;
}

std::string devices_text(std::string_view label, const device::DeviceList& list) {
  if (list.devices.empty()) return labelled(label, "no device: " + list.problem);
  std::string text;
  for (const auto& device : list.devices) {
    text += labelled(text.empty() ? label : "", fmt::format("{}: {}", device.id, device.name));
    text += labelled("", facts_text(device));
    text += labelled("", "driver " + device.driver);
    text += labelled("", fmt::format("engine.kind = \"{}\", engine.devices = [{}]", name_of(device.api), device.id));
  }
  return text;
}

}  // namespace tucana::app
