#pragma once

#include <cstddef>

namespace tucana {

/// A place where tests may make the program fail: the environment variable TUCANA_FAULT holds
/// "<action>@<point>:<count>". At the count-th passage of the point
///   kill, term, stop    the program gets SIGKILL, SIGTERM or SIGSTOP
///   enospc, fail        the call fails with ENOSPC or EIO, and so do all later ones
///   power, power_names  the power fails: what was not synced is taken back (io/disk_journal_internal.h), then SIGKILL
///   nomem               there is no more memory but what the C library keeps for small things: allocations of a
///   kilobyte
///                       and more fail; the point "allocate" counts these
/// for example "kill@block:120" (when block 120 is done) or "enospc@write:3". Without the variable a point costs one
/// test of a constant. Returns the errno to fail with, or 0.
int fault_point(const char* point);

/// Whether TUCANA_FAULT asks for a loss of power, so that what would be lost must be recorded.
bool power_loss_awaited();
/// What takes back the files; with `names_stay` only their contents are lost.
void on_power_loss(void (*take_back)(bool names_stay));

/// Whether this allocation fails. Asked by those who allocate: the program's operator new, images of files.
bool allocation_fails(std::size_t size) noexcept;

}  // namespace tucana
