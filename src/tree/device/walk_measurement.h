#pragma once

#include <span>
#include <vector>

#include "tucana/core/decider.h"
#include "tucana/tree/device/tree_device.h"

namespace tucana::tree {

/// Layouts worth trying on a device, the usual one first, without those that exceed its group size or local memory.
std::vector<WalkLayout> likely_layouts(const device::DeviceInfo& device);

/// The fastest of some layouts for the walks of a small cluster on this device, which is then used. Results are kept
/// from run to run.
WalkLayout measure_layout(TreeDevice& device, std::span<const WalkLayout> layouts, Decider& decider = own_decider());

}  // namespace tucana::tree
