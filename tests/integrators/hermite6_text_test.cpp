// The kernel text of the resident scheme by itself: no double but in fp64, and NVIDIA's compiler has nothing to say.
#include <gtest/gtest.h>

#include "tests/device/without_double.h"
#include "tucana/device/cuda_compiler.h"
#include "tucana/integrators/hermite/device/resident_rows.h"

namespace tucana::test {
namespace {

constexpr Precision resident_precisions[] = {Precision::fp64, Precision::extended, Precision::fp32};

TEST(Hermite6Text, OnlyFp64NeedsDouble) {
  for (const Precision precision : resident_precisions)
    EXPECT_EQ(builds_without_double(resident_hermite6_text({precision})), precision != Precision::fp64)
        << name_of(precision);
}

TEST(Hermite6Text, CompilesForEveryArchitectureWithoutAWord) {
  for (const std::string architecture : {"sm_75", "sm_80", "sm_90", "sm_120"})
    for (const Precision precision : resident_precisions) {
      std::string log, ptx;
      device::compile_to_cubin(resident_hermite6_text({precision}), architecture, &log, &ptx);
      EXPECT_EQ(log, "") << architecture;
      EXPECT_EQ(ptx.find(".f64") != std::string::npos, precision == Precision::fp64) << architecture;
    }
}

}  // namespace
}  // namespace tucana::test
