#pragma once

#include <compare>
#include <cstddef>
#include <map>
#include <memory>
#include <string>

#include "tucana/device/context.h"
#include "tucana/gravity/device/device_format.h"

namespace tucana {

/// What the kernel of pair sums computes: its macros in kernels/force.kernel.h.
struct ForceVariant {
  Prediction prediction = Prediction::jerk;
  bool force = false;
  bool snap = false;
  bool potential = false;  ///< alone, or with the force, where it costs next to nothing
  bool nearest = false;
  bool lists = false;

  auto operator<=>(const ForceVariant&) const = default;
  bool has_sums() const { return force || potential; }
  std::size_t components() const { return snap ? 10 : force ? 7 : potential ? 1 : 0; }

  static ForceVariant of(const Wanted& wanted, Prediction prediction);
};

/// The kernels of one device and precision, built on first use.
class KernelSet {
 public:
  KernelSet(device::Context& context, DeviceFormat format, std::size_t lanes, bool tiles)
      : context_(context), format_(format), lanes_(lanes), tiles_(tiles) {}

  /// scatter_rows, park_range, park_slots, predict_rows, and those of kernels/reduce.kernel.h.
  device::Kernel& of_rows(Prediction prediction, const std::string& name);
  device::Kernel& pair_sums(const ForceVariant& variant);

 private:
  device::Context& context_;
  DeviceFormat format_;
  std::size_t lanes_;
  bool tiles_;
  std::map<Prediction, std::unique_ptr<device::Program>> row_programs_;
  std::map<ForceVariant, std::unique_ptr<device::Program>> force_programs_;
};

/// The program of pair sums for one variant, as text: for compilers that are tried without a device.
device::ProgramText pair_sums_text(DeviceFormat format, const ForceVariant& variant, std::size_t lanes, bool tiles);
device::ProgramText rows_text(DeviceFormat format, Prediction prediction);

}  // namespace tucana
