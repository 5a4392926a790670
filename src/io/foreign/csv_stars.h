#pragma once

#include <string>
#include <string_view>

#include "tucana/io/snapshot.h"

namespace tucana {

/// Reads a table separated by commas. The first line that is neither blank nor a comment (#) names the columns in any
/// order: m or mass, x, y, z, vx, vy, vz, and if wanted id and radius; each may have its unit in brackets: [Msun];
/// [pc], [kpc], [AU], [Rsun]; [km/s], [pc/Myr]. Either all of mass, place and velocity have units, or none: then they
/// are in code units with G = 1. Other columns are left out. `length_unit_pc` is the code unit for stars with units.
/// Throws InputError, `name:line: what`.
LoadedStars parse_csv_stars(std::string_view text, const std::string& name, double length_unit_pc);

/// Whether the first line is a line of names.
bool looks_like_csv(std::string_view text);

/// Writes one, in Msun, pc and km/s.
std::string csv_text(const Stars& stars, const UnitScale& scale);
/// Writes one without units, in code units.
std::string csv_text(const Stars& stars);

}  // namespace tucana
