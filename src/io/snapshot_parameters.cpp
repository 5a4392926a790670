#include "tucana/io/snapshot_parameters.h"

#include <algorithm>

namespace tucana {
namespace {

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

/// The line up to a '#' that stands outside of strings: "basic", in which a backslash guards the next letter, or
/// 'literal'.
std::string_view without_comment(std::string_view line) {
  char quote = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quote == '"' && c == '\\') {
      ++i;
    } else if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '#') {
      return line.substr(0, i);
    }
  }
  return line;
}

/// A string without its marks and with its guarded letters as they are; every other value unchanged.
std::string plain_value(std::string_view value) {
  if (value.size() < 2 || value.front() != value.back()) return std::string(value);
  const std::string_view inside = value.substr(1, value.size() - 2);
  if (value.front() == '\'') return std::string(inside);
  if (value.front() != '"') return std::string(value);
  std::string plain;
  for (std::size_t i = 0; i < inside.size(); ++i) {
    if (inside[i] == '\\' && i + 1 < inside.size()) ++i;
    plain += inside[i];
  }
  return plain;
}

}  // namespace

std::vector<NamedValue> named_values(std::string_view toml) {
  std::vector<NamedValue> values;
  std::string section;
  while (!toml.empty()) {
    const auto end = std::min(toml.find('\n'), toml.size());
    const std::string_view line = trimmed(without_comment(toml.substr(0, end)));
    toml.remove_prefix(std::min(end + 1, toml.size()));
    const auto equals = line.find('=');
    if (line.size() > 2 && line.front() == '[' && line.back() == ']') {
      section = std::string(trimmed(line.substr(1, line.size() - 2))) + ".";
    } else if (equals != std::string_view::npos && equals > 0) {
      values.push_back(
          {section + std::string(trimmed(line.substr(0, equals))), plain_value(trimmed(line.substr(equals + 1)))});
    }
  }
  return values;
}

}  // namespace tucana
