#pragma once

#include <memory>
#include <vector>

#include "tucana/device/context.h"
#include "tucana/tree/device/tree_device.h"
#include "tucana/tree/tree_engine.h"

namespace tucana {

/// The tree on one or several devices of one kind: keys, sort, cells, moments and walks are all made there. Each device
/// holds the whole tree and walks its part of the groups, so that bits do not depend on their number. Throws InputError
/// for options that are out of range or that devices do not have.
std::unique_ptr<TreeEngine> make_device_tree_engine(const TreeOptions& options,
                                                    std::vector<std::unique_ptr<device::Context>> contexts,
                                                    tree::WalkLayout layout = {});

}  // namespace tucana
