#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "tucana/gravity/make_engine.h"

namespace tucana {

inline void PrintTo(const EngineChoice& choice, std::ostream* out) {
  *out << choice.kind << ' ' << name_of(choice.precision) << ' ' << choice.simd;
}

}  // namespace tucana

namespace tucana::test {

inline constexpr Precision all_precisions[] = {Precision::fp64, Precision::extended, Precision::two_float,
                                               Precision::fp32};

/// On devices all but the kernels is the same for all of them, and sanitizers, which make the compilers of kernels
/// slow, do not see kernels.
#ifdef TUCANA_SANITIZED
inline constexpr Precision device_precisions[] = {Precision::two_float};
#else
inline constexpr const auto& device_precisions = all_precisions;
#endif

/// opencl (PoCL) with vectors of the processor, and with one target a work-item and tiles as on a GPU.
inline std::vector<EngineChoice> opencl_engines() {
  std::vector<EngineChoice> choices;
  for (const Precision precision : device_precisions)
    for (const std::size_t lanes : {0, 1}) {
      EngineChoice choice{"opencl", precision};
      choice.device_lanes = lanes;
      if (lanes == 1) choice.work_group_size = 32;
      choices.push_back(choice);
    }
  return choices;
}

/// Every engine that this machine can run: reference, cpu for each SIMD level and precision, opencl and, on
/// a stand-in of the driver that interprets PTX, cuda; not so under an emulator of the processor.
inline std::vector<EngineChoice> all_engines() {
  std::vector<EngineChoice> choices{{"reference", Precision::fp64, "best"}};
  for (const auto& simd : supported_simd_levels())
    for (const Precision precision : all_precisions) choices.push_back({"cpu", precision, simd});
#ifndef TUCANA_NO_DEVICES
  for (const auto& choice : opencl_engines()) choices.push_back(choice);
  for (const Precision precision : device_precisions) choices.push_back({"cuda", precision});
#endif
  return choices;
}

inline std::vector<EngineChoice> engines_with(Precision precision) {
  auto choices = all_engines();
  std::erase_if(choices, [precision](const EngineChoice& choice) { return choice.precision != precision; });
  return choices;
}

/// Errors of sums over a few leaves, by the largest and relative to the sums of the sizes of the terms: what is above
/// is wrong, what is below is not the arithmetic that was asked for. Engines that add up to 256 terms one after the
/// other must pass too.
struct ErrorBounds {
  double acceleration, jerk, potential, snap;
  double least_acceleration;
};
inline ErrorBounds error_bounds(Precision precision) {
  switch (precision) {
    case Precision::fp64: return {1e-14, 1e-13, 2e-15, 1e-13, 1e-17};
    case Precision::extended: return {1e-11, 1e-11, 1e-12, 1e-11, 1e-14};  // positions of 48 bits
    case Precision::two_float: return {2e-6, 4e-6, 2e-6, 8e-6, 1e-8};
    case Precision::fp32: return {1e-3, 1e-2, 1e-3, 1e-2, 2e-6};  // float positions lose digits in close pairs
  }
  return {};
}

/// Names of tests have no hyphens: AVX-512 becomes AVX512.
inline std::string name_for_tests(std::string name) {
  std::erase(name, '-');
  return name;
}

inline std::string engine_name(const testing::TestParamInfo<EngineChoice>& info) {
  return info.param.kind + "_" + std::string(name_of(info.param.precision)) + "_" +
         (info.param.kind != "opencl"    ? name_for_tests(info.param.simd)
          : info.param.device_lanes == 1 ? "tiles"
                                         : "vectors");
}

/// A test of one engine on one thread.
class EngineTest : public testing::TestWithParam<EngineChoice> {
 protected:
  /// Its numbers have the range of float.
  bool is_float() const { return GetParam().precision != Precision::fp64; }
  /// The rounding error of a number, or a few times that.
  double epsilon() const {
    if (GetParam().precision == Precision::fp64) return 0x1p-52;
    return GetParam().precision == Precision::extended ? 0x1p-45 : 0x1p-23;
  }

  SerialWorkers workers_;
  std::unique_ptr<ForceEngine> engine_ = make_engine(GetParam(), workers_);
};

}  // namespace tucana::test
