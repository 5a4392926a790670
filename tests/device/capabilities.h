#pragma once

#include <gtest/gtest.h>

#include <string>

namespace tucana::test {

/// For tests that compile kernels with NVRTC: the oldest compute capability that it knows, those of A100 and H100, and
/// the newest. `./tucana test` leaves all but sm_80 to `./tucana validate capabilities` (tests/CMakeLists.txt).
inline auto compute_capabilities() { return testing::Values("sm_75", "sm_80", "sm_90", "sm_120"); }

inline std::string capability_name(const testing::TestParamInfo<const char*>& of) { return of.param; }

}  // namespace tucana::test
