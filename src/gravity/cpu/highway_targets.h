#pragma once

/// Which of Highway's targets are built. Included before any of Highway's own headers, and everywhere alike.
/// AES is not used, and without it SSE4 is the baseline; SVE cannot hold vectors in structs.
/// Highway's own dispatch is not used: the headers alone are enough, for cross builds too.
#define HWY_DISABLE_PCLMUL_AES
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
