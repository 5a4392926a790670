#include "tucana/gravity/make_engine.h"

#include <fmt/format.h>

#include "tucana/core/error.h"
#include "tucana/gravity/cpu/cpu_engine.h"
#include "tucana/gravity/reference/reference_engine.h"

namespace tucana {
namespace {

const cpu::SimdLevel& chosen_level(const std::string& name) {
  std::string supported;
  for (const auto& level : cpu::simd_levels()) {
    if (!level.supported) continue;
    if (name == "best" || name == level.name) return level;
    supported += fmt::format("{}{}", supported.empty() ? "" : ", ", level.name);
  }
  throw InputError(
      fmt::format("SIMD level {} does not exist here; this machine has {} (or say best)", name, supported));
}

}  // namespace

std::vector<std::string> supported_simd_levels() {
  std::vector<std::string> names;
  for (const auto& level : cpu::simd_levels())
    if (level.supported) names.emplace_back(level.name);
  return names;
}

std::unique_ptr<ForceEngine> make_engine(const EngineChoice& choice, Workers& workers) {
  if (choice.kind == "cpu") return cpu::make_cpu_engine(choice.precision, chosen_level(choice.simd), workers);
  if (choice.kind == "reference") {
    if (choice.precision != Precision::fp64)
      throw InputError(fmt::format("engine reference has no precision {}; it has fp64", name_of(choice.precision)));
    return make_reference_engine();
  }
  throw InputError(fmt::format("engine {} does not exist; there are cpu and reference", choice.kind));
}

}  // namespace tucana
