#include <fmt/format.h>

#include "tucana/core/error.h"
#include "tucana/gravity/cpu/kernel_tables.h"
#include "tucana/gravity/cpu/kernels.h"

#if HWY_ARCH_X86
#include <cpuid.h>
#endif

#include <array>
#include <cstring>
#include <string>

namespace tucana::cpu {
namespace {

#if HWY_ARCH_X86
[[maybe_unused]] bool has_avx2() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2");
}
[[maybe_unused]] bool has_avx512() {
  return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512cd");
}
#endif

}  // namespace

std::span<const SimdLevel> simd_levels() {
// NAME is what users read and write, TARGET is Highway's name of it.
#define TUCANA_SIMD_LEVEL(NAME, TARGET, SUPPORTED)                                                             \
  SimdLevel {                                                                                                  \
    NAME, SUPPORTED, &N_##TARGET::fp64_kernels, &N_##TARGET::extended_kernels, &N_##TARGET::two_float_kernels, \
        &N_##TARGET::fp32_kernels, &N_##TARGET::gather_kernels                                                 \
  }
  // Only targets that are compiled: a build for tests may have one (cmake/TucanaSimd.cmake).
  static const std::array levels {
#if HWY_TARGETS & HWY_AVX3
    TUCANA_SIMD_LEVEL("AVX-512", AVX3, has_avx512()),
#endif
#if HWY_TARGETS & HWY_AVX2
        TUCANA_SIMD_LEVEL("AVX2", AVX2, has_avx2()),
#endif
#if HWY_TARGETS & HWY_SSE4
        TUCANA_SIMD_LEVEL("SSE4", SSE4, true),
#endif
#if HWY_TARGETS & HWY_NEON
        TUCANA_SIMD_LEVEL("NEON", NEON, true),
#endif
  };
#undef TUCANA_SIMD_LEVEL
  return levels;
}

const SimdLevel& simd_level(const std::string& wanted) {
  // Highway's name, which options files of earlier versions have.
  const std::string name = wanted == "AVX3" ? "AVX-512" : wanted;
  std::string supported;
  for (const auto& level : simd_levels()) {
    if (!level.supported) continue;
    if (name == "best" || name == level.name) return level;
    supported += fmt::format("{}{}", supported.empty() ? "" : ", ", level.name);
  }
  throw InputError(
      fmt::format("SIMD level {} does not exist here; this machine has {} (or say best)", wanted, supported));
}

/// Intel's processors add and multiply vectors of 512 bits in the same two pipes; AMD's add in two others, so that
/// repeated subtractions cost nothing and shorter chains win.
bool prefers_one_loop() { return processor_vendor() == "GenuineIntel"; }

std::string processor_vendor() {
#if HWY_ARCH_X86
  unsigned a = 0, b = 0, c = 0, d = 0;
  if (__get_cpuid(0, &a, &b, &c, &d) == 0) return "unknown";
  std::array<char, 12> name{};
  std::memcpy(name.data(), &b, 4);
  std::memcpy(name.data() + 4, &d, 4);
  std::memcpy(name.data() + 8, &c, 4);
  return {name.data(), name.size()};
#else
  return "aarch64";  // the architecture defines the bits of its estimates
#endif
}

}  // namespace tucana::cpu
