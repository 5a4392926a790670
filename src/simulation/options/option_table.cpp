#include "tucana/simulation/options/option_table.h"

#include <algorithm>
#include <iterator>

#include "tucana/simulation/options/option_sections.h"

namespace tucana {
namespace {

struct Table {
  std::vector<OptionGroup> groups;
  std::vector<OptionEntry> options;

  Table() {
    for (OptionSection& section :
         std::vector{model_section(), run_section(), output_section(), guard_section(), units_section(),
                     gravity_section(), tree_section(), engine_section(), integrator_section(), fewbody_section(),
                     field_section(), escapers_section(), stellar_section()}) {
      groups.push_back(std::move(section.group));
      std::move(section.options.begin(), section.options.end(), std::back_inserter(options));
    }
  }
};

const Table& table() {
  static const Table all;
  return all;
}

}  // namespace

std::string_view name_of(OptionType type) {
  switch (type) {
    case OptionType::boolean: return "boolean";
    case OptionType::integer: return "integer";
    case OptionType::real: return "real";
    case OptionType::text: return "text";
    case OptionType::integers: return "list of integers";
    case OptionType::choice: break;
  }
  return "choice";
}

std::span<const OptionEntry> option_table() { return table().options; }

std::span<const OptionGroup> option_groups() { return table().groups; }

const OptionEntry* find_option(std::string_view name) {
  const auto options = option_table();
  const auto found = std::find_if(options.begin(), options.end(), [&](const OptionEntry& e) { return e.name == name; });
  return found == options.end() ? nullptr : &*found;
}

}  // namespace tucana
