#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "tucana/io/snapshot.h"

namespace tucana {

/// Reads the first snapshot of a binary file of NEMO (Teuben 1995; Barnes' structured files): items of a magic number,
/// a type, a tag, dimensions and data, in sets that may be nested. Needed are Mass and PhaseSpace, or Position and
/// Velocity, of the set Particles; Time of the set Parameters is taken. Float or double, of either byte order.
/// Throws InputError, one line that begins with `name`.
LoadedStars parse_nemo_stars(std::span<const std::byte> bytes, const std::string& name);

bool looks_like_nemo(std::span<const std::byte> bytes);

/// Writes one snapshot in double precision and in the byte order of this machine, which NEMO accepts.
std::string nemo_bytes(const Stars& stars, double time);

}  // namespace tucana
