#include "tucana/simulation/options/toml_internal.h"

#include <fmt/format.h>

#include "tucana/core/error.h"
#include "tucana/simulation/options/ascii_toml.h"
#include "tucana/simulation/options/plain_text.h"

namespace tucana {
namespace {

/// One line of plain words from what toml++ says about a syntax error.
std::string syntax_text(std::string_view description) {
  // "Error while parsing key-value pair: cannot redefine existing integer 'eta'"
  if (const auto twice = description.find("cannot redefine existing"); twice != std::string_view::npos) {
    const auto open = description.find('\'', twice);
    const auto close = open == std::string_view::npos ? open : description.find('\'', open + 1);
    if (close != std::string_view::npos) {
      return fmt::format("{} is given twice", for_message(description.substr(open + 1, close - open - 1)));
    }
  }
  std::string text;
  for (const char c : description) text += c == '\n' || c == '\r' || c == '\t' ? ' ' : c;
  return fmt::format("this is not TOML ({})", for_message(text));
}

}  // namespace

std::string at_line(const std::string& place, const toml::source_region& source) {
  return fmt::format("{}:{}", place, source.begin.line);
}

std::string_view kind_of(const toml::node& node) {
  if (node.is_table()) return "a table";
  if (node.is_array()) return "a list";
  return "a date or a time";
}

toml::table parse_toml(std::string_view text, const std::string& place) {
  const std::string ascii = ascii_toml(text, place);
  try {
    return toml::parse(std::string_view(ascii));
  } catch (const toml::parse_error& error) {
    throw InputError(fmt::format("{}: {}", at_line(place, error.source()), syntax_text(error.description())));
  }
}

}  // namespace tucana
