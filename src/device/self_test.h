#pragma once

#include "tucana/device/context.h"

namespace tucana::device {

/// The program of the start-up test, for tests that compile it elsewhere.
ProgramText self_test_program();

/// Computes two-sums, two-products and compensated predictions on the device and throws DeviceError when one differs
/// from the result of IEEE arithmetic. open_context() calls it; tests pass a program or options that must be detected.
void test_arithmetic(Context& context, const ProgramText& text = self_test_program());

}  // namespace tucana::device
