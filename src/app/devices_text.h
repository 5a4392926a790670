#pragma once

#include <string>
#include <string_view>

#include "tucana/device/device_info.h"

namespace tucana::app {

/// Lines of at most 80 columns: the label in front of the first, the text in a column of its own.
std::string labelled(std::string_view label, std::string_view text);

/// What one driver offers, as readable text: each device with the options that select it, or why there is none.
std::string devices_text(std::string_view label, const device::DeviceList& list);

}  // namespace tucana::app
