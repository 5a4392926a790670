#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tucana::device {

// What was measured on a device once, from run to run, in the folder of compiled programs. As there, it only saves
// time: what is damaged or cannot be written is measured again.

/// The key holds all that decides the measurement.
std::optional<std::string> remembered(std::string_view key);
void remember(std::string_view key, const std::string& text) noexcept;

}  // namespace tucana::device
