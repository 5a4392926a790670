#pragma once

#include <string>
#include <string_view>

#include "tucana/io/snapshot.h"

namespace tucana {

/// Reads a text snapshot of PeTar (Wang et al. 2020): a first line with file number, number of stars and time, and,
/// with an external potential, six numbers of the centre, which is not added; then a line per star that begins with m x
/// y z vx vy vz; other columns depend on how PeTar was built and are left out. Numbers stay as they are. Throws
/// InputError, `name:line: what`.
LoadedStars parse_petar_stars(std::string_view text, const std::string& name);

/// Whether the first two lines are those of such a file.
bool looks_like_petar(std::string_view text);

/// Writes one as petar.init does for a PeTar without stellar evolution and external potential.
std::string petar_text(const Stars& stars, double time);

}  // namespace tucana
