#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tucana/core/workers.h"
#include "tucana/gravity/force_engine.h"

namespace tucana {

struct EngineChoice {
  std::string kind = "cpu";  ///< reference, cpu
  Precision precision = Precision::fp64;
  std::string simd = "best";  ///< best, or a Highway target of this machine: SSE4, AVX2, AVX3, ...
};

/// The SIMD levels of the cpu engine that this machine supports, best first.
std::vector<std::string> supported_simd_levels();

/// Throws InputError for a kind, precision or SIMD level that does not exist here, naming those that do.
/// `workers` must outlive the engine.
std::unique_ptr<ForceEngine> make_engine(const EngineChoice& choice, Workers& workers);

}  // namespace tucana
