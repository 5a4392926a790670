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

/// Every engine that this machine can run: reference, and cpu for each SIMD level and precision.
inline std::vector<EngineChoice> all_engines() {
  std::vector<EngineChoice> choices{{"reference", Precision::fp64, "best"}};
  for (const auto& simd : supported_simd_levels())
    for (const Precision precision : {Precision::fp64, Precision::extended, Precision::two_float, Precision::fp32})
      choices.push_back({"cpu", precision, simd});
  return choices;
}

inline std::vector<EngineChoice> fp64_engines() {
  auto choices = all_engines();
  std::erase_if(choices, [](const EngineChoice& choice) { return choice.precision != Precision::fp64; });
  return choices;
}

inline std::string engine_name(const testing::TestParamInfo<EngineChoice>& info) {
  return info.param.kind + "_" + std::string(name_of(info.param.precision)) + "_" + info.param.simd;
}

/// A test of one engine on one thread.
class EngineTest : public testing::TestWithParam<EngineChoice> {
 protected:
  bool is_float() const { return GetParam().precision != Precision::fp64; }

  SerialWorkers workers_;
  std::unique_ptr<ForceEngine> engine_ = make_engine(GetParam(), workers_);
};

}  // namespace tucana::test
