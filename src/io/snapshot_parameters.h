#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tucana {

/// One option of a TOML text: its name with the section, "gravity.softening", and its value as text.
struct NamedValue {
  std::string name, value;
};

/// The `key = value` lines of the options text that Tucana itself writes, without comments; strings without their
/// quotation marks. Not a reader of TOML: values over several lines, inline tables and dotted section names with
/// quotation marks are not taken apart.
std::vector<NamedValue> named_values(std::string_view toml);

}  // namespace tucana
