#include "tucana/gravity/device/kernel_set.h"

#include <string_view>

#include "tucana/device/kernel_text.h"

namespace tucana {
namespace kernels {
extern const std::string_view gravity_rows;
extern const std::string_view gravity_force;
}  // namespace kernels

namespace {

using Macros = std::vector<std::pair<std::string, std::string>>;

Macros common_macros(DeviceFormat format, Prediction prediction, std::size_t lanes) {
  const auto flag = [&](Precision precision) { return std::string(format.precision == precision ? "1" : "0"); };
  return {{"FP64", flag(Precision::fp64)},
          {"EXTENDED", flag(Precision::extended)},
          {"TWO_FLOAT", flag(Precision::two_float)},
          {"FP32", flag(Precision::fp32)},
          {"VEC", std::to_string(lanes)},
          {"CRACKLE", prediction == Prediction::crackle ? "1" : "0"}};
}

}  // namespace

ForceVariant ForceVariant::of(const Wanted& wanted, Prediction prediction) {
  ForceVariant variant;
  variant.prediction = prediction;
  variant.force = wanted.acceleration || wanted.snap;
  variant.snap = wanted.snap;
  variant.potential = wanted.potential && !variant.force;
  variant.nearest = wanted.nearest;
  variant.lists = wanted.lists;
  return variant;
}

device::ProgramText rows_text(DeviceFormat format, Prediction prediction) {
  return {"gravity_rows", std::string(kernels::gravity_rows), common_macros(format, prediction, 1)};
}

device::ProgramText pair_sums_text(DeviceFormat format, const ForceVariant& variant, std::size_t lanes, bool tiles) {
  Macros macros = common_macros(format, variant.prediction, lanes);
  const auto add = [&](const char* name, int value) { macros.emplace_back(name, std::to_string(value)); };
  add("TILE", tiles ? 1 : 0);
  add("SUMS", variant.has_sums() ? 1 : 0);
  add("FORCE", variant.force ? 1 : 0);
  add("SNAP", variant.snap ? 1 : 0);
  add("NEAREST", variant.nearest ? 1 : 0);
  add("LISTS", variant.lists ? 1 : 0);
  return {"gravity_force", std::string(kernels::gravity_force), std::move(macros)};
}

device::Kernel& KernelSet::of_rows(Prediction prediction, const std::string& name) {
  auto& program = row_programs_[prediction];
  if (!program) program = context_.build(rows_text(format_, prediction));
  return program->kernel(name);
}

device::Kernel& KernelSet::pair_sums(const ForceVariant& variant) {
  auto& program = force_programs_[variant];
  if (!program) program = context_.build(pair_sums_text(format_, variant, lanes_, tiles_));
  return program->kernel("pair_sums");
}

}  // namespace tucana
