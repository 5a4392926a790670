#pragma once

#include "tucana/core/stars.h"
#include "tucana/io/hdf5/handle.h"

namespace tucana {

/// Writes the group `Systems` into that of Tucana in a snapshot; nothing where the table has no systems. Its numbers
/// are in code units, so that the relative coordinates come back with all their bits.
void write_systems(hid_t own, const Stars& stars);

/// Gives stars that have been read, in code units, their systems back. Someone may have edited the stars since: a
/// system counts only as long as all its members are there, each at the place that centre and relative coordinates say,
/// to the rounding of the file, and about their centre of mass. All others are left out, so that the places of the
/// stars hold. Throws CallError for datasets that do not fit together.
void read_systems(hid_t own, std::size_t file_bytes, StarsBuffer& stars);

}  // namespace tucana
