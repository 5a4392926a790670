#pragma once

namespace tucana {

/// A place where tests may make the program fail: the environment variable TUCANA_FAULT holds
/// "<action>@<point>:<count>", for example "kill@block:120" (SIGKILL when block 120 is done), "enospc@write:3" (the
/// third file write and all later ones fail with ENOSPC) or "fail@device_launch:2" (the same with EIO). Without the
/// variable a point costs one test of a constant. Returns the errno to fail with, or 0.
int fault_point(const char* point);

}  // namespace tucana
