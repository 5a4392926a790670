#pragma once

#include <string>
#include <string_view>

// Header-only, so that sanitizers and the fuzzer see the parser too; charconv, so that doubles are read exactly.
#define TOML_HEADER_ONLY 1
#define TOML_FLOAT_CHARCONV 1
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

namespace tucana {

/// Parses TOML after ascii_toml(). Throws InputError "<place>:<line>: ..." for what is not TOML.
toml::table parse_toml(std::string_view text, const std::string& place);

/// "<place>:<line>" of a part of the text.
std::string at_line(const std::string& place, const toml::source_region& source);

/// "a table" and the like, for what is no value.
std::string_view kind_of(const toml::node& node);

}  // namespace tucana
