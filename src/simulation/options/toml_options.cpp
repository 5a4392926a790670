#include <fmt/format.h>

#include <algorithm>

// Header-only, so that sanitizers and the fuzzer see the parser too; charconv, so that doubles are read exactly.
#define TOML_HEADER_ONLY 1
#define TOML_FLOAT_CHARCONV 1
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

#include "tucana/core/error.h"
#include "tucana/simulation/options/ascii_toml.h"
#include "tucana/simulation/options/option_table.h"
#include "tucana/simulation/options/option_value.h"
#include "tucana/simulation/options/plain_text.h"
#include "tucana/simulation/options/read_options.h"
#include "tucana/simulation/options/unknown_option.h"

namespace tucana {
namespace {

std::string at_line(const std::string& place, const toml::source_region& source) {
  return fmt::format("{}:{}", place, source.begin.line);
}

std::string_view kind_of(const toml::node& node) {
  if (node.is_table()) return "a table";
  if (node.is_array()) return "a list";
  return "a date or a time";
}

std::vector<std::int64_t> numbers_of(const toml::array& list, const OptionEntry& entry, const std::string& here) {
  std::vector<std::int64_t> numbers;
  for (const auto& node : list) {
    const auto* integer = node.as_integer();
    if (integer == nullptr)
      throw InputError(fmt::format("{}: {} holds something else than whole numbers; typical is {}", here, entry.name,
                                   entry.typical));
    numbers.push_back(integer->get());
  }
  return numbers;
}

void read_value(Options& options, const std::string& name, const toml::node& node, const std::string& place) {
  const std::string here = at_line(place, node.source());
  const OptionEntry* entry = find_option(name);
  if (entry == nullptr) throw InputError(fmt::format("{}: {}", here, unknown_option_text(name)));
  OptionValue value;
  if (const auto* boolean = node.as_boolean()) {
    value = boolean->get();
  } else if (const auto* integer = node.as_integer()) {
    value = integer->get();
  } else if (const auto* real = node.as_floating_point()) {
    value = real->get();
  } else if (const auto* text = node.as_string()) {
    value = text->get();
  } else if (const auto* list = node.as_array(); list != nullptr && entry->type == OptionType::integers) {
    value = numbers_of(*list, *entry, here);
  } else {
    throw InputError(fmt::format("{}: {} is {}; it should be {} {}, as in {} = {}", here, name, kind_of(node),
                                 entry->type == OptionType::integer ? "an" : "a", name_of(entry->type), name,
                                 value_toml(entry->initial)));
  }
  entry->set(options, *entry, checked_value(*entry, value, here));
}

void read_table(Options& options, const std::string& prefix, const toml::table& table, const std::string& place) {
  const auto groups = option_groups();
  for (const auto& [key, node] : table) {
    const std::string name = prefix.empty() ? std::string(key.str()) : fmt::format("{}.{}", prefix, key.str());
    const bool is_group = prefix.empty() && std::any_of(groups.begin(), groups.end(),
                                                        [&](const OptionGroup& g) { return g.name == name; });
    const toml::table* inner = node.as_table();
    // Below an unknown group the name of the option is what helps, so go on down to it.
    if (inner != nullptr && (is_group || (find_option(name) == nullptr && !inner->empty()))) {
      read_table(options, name, *inner, place);
    } else {
      read_value(options, name, node, place);
    }
  }
}

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

void read_options_text(Options& options, std::string_view toml, const std::string& place) {
  const std::string ascii = ascii_toml(toml, place);
  toml::table table;
  try {
    table = toml::parse(std::string_view(ascii));
  } catch (const toml::parse_error& error) {
    throw InputError(fmt::format("{}: {}", at_line(place, error.source()), syntax_text(error.description())));
  }
  // All or nothing: a bad file leaves the options as they were.
  Options read = options;
  read_table(read, "", table, place);
  options = std::move(read);
}

}  // namespace tucana
