#pragma once

#include <span>
#include <vector>

#include "tucana/tree/device/tree_device.h"

namespace tucana::tree {

/// Layouts worth a try on a device, the usual one first; those that its groups or its local memory cannot hold are left
/// out.
std::vector<WalkLayout> likely_layouts(const device::DeviceInfo& device);

/// The fastest of some layouts for the walks of a small cluster on this device, which keeps it. Known ones are
/// remembered from run to run.
WalkLayout measure_layout(TreeDevice& device, std::span<const WalkLayout> layouts);

}  // namespace tucana::tree
