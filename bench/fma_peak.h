#pragma once

#include <string>

#include "tucana/core/workers.h"

namespace tucana::bench {

/// Floating-point operations a second that all workers together reach with nothing but fused multiply-adds in
/// registers, at the best SIMD level of the machine: what every rate is compared with.
struct FmaPeak {
  double fp32 = 0;
  double fp64 = 0;
};

/// As the system names it.
std::string cpu_name();

/// A few milliseconds of each width.
FmaPeak measure_fma_peak(Workers& workers);

}  // namespace tucana::bench
