#include <fmt/format.h>

#include <algorithm>

#include "tucana/core/error.h"
#include "tucana/simulation/options/option_table.h"
#include "tucana/simulation/options/option_value.h"
#include "tucana/simulation/options/plain_text.h"
#include "tucana/simulation/options/quantities.h"
#include "tucana/simulation/options/read_options.h"
#include "tucana/simulation/options/toml_internal.h"
#include "tucana/simulation/options/unknown_option.h"

namespace tucana {
namespace {

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
  assign_value(options, *entry, value, here);
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

/// The other kind of file that `tucana` reads.
void refuse_galaxy_file(const toml::table& table, const std::string& place) {
  const toml::node* components = table.get("component");
  if (components == nullptr || !components->is_array_of_tables()) return;
  throw InputError(
      fmt::format("{}: holds the components of a galaxy, not the options of a run: make its bodies with "
                  "`tucana init galaxy {} --run-file galaxy_run.toml`, then run that file",
                  at_line(place, components->source()), place));
}

}  // namespace

void read_options_text(Options& options, std::string_view toml, const std::string& place) {
  const toml::table table = parse_toml(toml, place);
  refuse_galaxy_file(table, place);
  // All or nothing: a bad file leaves the options as they were.
  Options read = options;
  read_table(read, "", table, place);
  options = std::move(read);
}

}  // namespace tucana
