#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tucana/device/context.h"

namespace tucana {

/// Which devices of an API an engine uses.
struct DeviceChoice {
  /// Numbers as shown by `tucana devices`; empty: all of the type. A number that is listed k times is divided into k
  /// parts, or opened k times where it cannot be divided.
  std::vector<int> ids;
  /// gpu, cpu, accelerator or any.
  std::string type = "any";
};

/// The part of the devices of a machine that one of several processes on it uses: every `of`-th, or, where there are
/// fewer devices than processes, one that it has together with others.
struct ProcessShare {
  std::size_t number = 0, of = 1;
};

/// Opens them, all of one name. Throws InputError when there is none, naming those that are there or why there are
/// none.
std::vector<std::unique_ptr<device::Context>> open_devices(device::Api api, const DeviceChoice& choice,
                                                           const ProcessShare& share = {});

}  // namespace tucana
