#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "tucana/core/stars.h"

namespace tucana {

/// Reads stars from text: one per line, `m x y z vx vy vz` in code units, separated by blanks; `#` begins a comment;
/// blank lines and CRLF are accepted, as is Fortran's 1.0D-3. Ids are 1, 2, 3, ... Throws InputError, `file:line:
/// what`.
StarsBuffer parse_ascii_stars(std::string_view text, const std::string& name);
StarsBuffer read_ascii_stars(const std::filesystem::path& path);

/// Stars in the same form, with enough digits to read back the same bits. Ids and radii are not kept.
std::string ascii_text(const Stars& stars);
void write_ascii_stars(const std::filesystem::path& path, const Stars& stars);

}  // namespace tucana
