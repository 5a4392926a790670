#pragma once

namespace tucana {

/// A place where tests may make the program fail: the environment variable TUCANA_FAULT holds
/// "<action>@<point>:<count>", for example "kill@block:120" (SIGKILL when block 120 is done) or
/// "enospc@write:3" (the third file write fails with ENOSPC). Without the variable a point costs one test
/// of a constant. Returns the errno to fail with, or 0.
int fault_point(const char* point);

}  // namespace tucana
