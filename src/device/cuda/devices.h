#pragma once

#include "tucana/device/device_info.h"

namespace tucana::device::cuda {

/// All devices that the driver shows. Throws DeviceError when there is no driver.
DeviceList list_devices();

}  // namespace tucana::device::cuda
