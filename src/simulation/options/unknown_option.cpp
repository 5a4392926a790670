#include "tucana/simulation/options/unknown_option.h"

#include <fmt/format.h>

#include <algorithm>

#include "tucana/simulation/options/option_table.h"
#include "tucana/simulation/options/plain_text.h"

namespace tucana {
namespace {

std::vector<std::string> suggestions(std::string_view name) {
  std::vector<std::string> names, same_last_part;
  for (const OptionEntry& entry : option_table()) {
    names.push_back(entry.name);
    // Without its group, or in the wrong one: `--set eta=0.01`, or [output] end_time.
    if (entry.name.substr(entry.group().size() + 1) == name.substr(name.rfind('.') + 1)) {
      same_last_part.push_back(entry.name);
    }
  }
  if (!same_last_part.empty() && name.find('.') == std::string_view::npos) return same_last_part;
  const std::string near = nearest_name(name, names);
  if (!near.empty()) return {near};
  return same_last_part;
}

}  // namespace

std::string unknown_option_text(std::string_view name) {
  const auto groups = option_groups();
  if (std::any_of(groups.begin(), groups.end(), [&](const OptionGroup& group) { return group.name == name; })) {
    return fmt::format("{0} is a group of options; write {0}.name, and see `tucana options` for the names", name);
  }
  const auto meant = suggestions(name);
  const std::string hint = meant.empty() ? "`tucana options --all` lists them all"
                                         : fmt::format("did you mean {}?", fmt::join(meant, " or "));
  return fmt::format("{} is not an option; {}", for_message(name), hint);
}

}  // namespace tucana
