#pragma once

#include <string>
#include <string_view>

namespace tucana {

/// The same TOML in ASCII, line by line: letters beyond ASCII in quotes become escapes, those in comments go. For
/// toml++ 3.3, whose is_non_ascii_horizontal_whitespace() runs into __builtin_unreachable() for U+00A1 to U+0499
/// and which nests a table for every dot in a name without a limit, freeing them recursively.
/// Throws InputError "<place>:<line>: ..." for what is not UTF-8, for letters beyond ASCII outside quotes (never
/// valid), for text over several lines (no option needs it) and for thousands of dots in names.
std::string ascii_toml(std::string_view text, const std::string& place);

}  // namespace tucana
