#pragma once

#include "tucana/device/context.h"

namespace tucana::device {

/// The program of the start-up test, for those who compile it elsewhere.
ProgramText self_test_program();

/// Computes two-sums, two-products and compensated predictions on the device and throws DeviceError when one is not
/// what IEEE arithmetic gives. open_context() does so; tests pass a program or options that must be noticed.
void test_arithmetic(Context& context, const ProgramText& text = self_test_program());

}  // namespace tucana::device
