#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tucana {

/// The first letter of a text; length 0 when the text is empty or does not begin with UTF-8.
struct Utf8 {
  std::size_t length = 0;
  char32_t code = 0;
};
Utf8 first_letter(std::string_view text);

/// Valid UTF-8 without control characters: what can be written into a TOML file and read back as it was.
bool is_plain_text(std::string_view text);

/// As a TOML basic string, for plain text.
std::string toml_quoted(std::string_view text);

/// For one line of a message: control and invalid bytes become '?', and text is truncated after `most` bytes.
std::string for_message(std::string_view text, std::size_t most = 100);

/// The name that differs least from `name` (insertions, deletions, substitutions, swaps of neighbours), ""
/// if none is similar enough to be what was meant.
std::string nearest_name(std::string_view name, std::span<const std::string> names);

/// The words of a text in lines of at most `width` columns, each indented by `indent` spaces.
std::vector<std::string> wrapped(std::string_view text, std::size_t width, std::size_t indent);

}  // namespace tucana
