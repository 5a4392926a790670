#include "tucana/simulation/options/write_options.h"

#include <fmt/format.h>

#include <cmath>

#include <nlohmann/json.hpp>

#include "tucana/simulation/options/option_table.h"
#include "tucana/simulation/options/option_value.h"
#include "tucana/simulation/options/plain_text.h"

namespace tucana {
namespace {

constexpr std::size_t columns = 80;

/// "real, time unit, > 0, <= 1"; a choice is its words alone.
std::string kind_text(const OptionEntry& entry) {
  std::string text(entry.type == OptionType::choice ? "" : name_of(entry.type));
  if (!entry.unit.empty()) text += ", in " + entry.unit;
  const std::string range = range_text(entry);
  if (!range.empty()) text += (text.empty() ? "" : ", ") + range;
  return text;
}

template <class Act>
void for_each_in(const OptionGroup& group, Act act) {
  for (const OptionEntry& entry : option_table()) {
    if (entry.group() == group.name) act(entry);
  }
}

nlohmann::ordered_json as_json(const OptionValue& value) {
  return std::visit([](const auto& v) { return nlohmann::ordered_json(v); }, value);
}

}  // namespace

std::string options_as_toml(const Options& options) {
  std::string text = "# Every option of this run. `tucana options` explains them; `tucana run FILE.toml` reads them.\n";
  for (const OptionGroup& group : option_groups()) {
    text += fmt::format("\n[{}]  # {}\n", group.name, group.help);
    for_each_in(group, [&](const OptionEntry& entry) {
      for (const std::string& line : wrapped(entry.help, columns - 2, 0)) text += "# " + line + "\n";
      text += fmt::format("{} = {}  # {}\n", entry.name.substr(group.name.size() + 1),
                          value_toml(entry.get(options, entry)), kind_text(entry));
    });
  }
  return text;
}

std::string options_as_text() {
  std::string text;
  for (const OptionGroup& group : option_groups()) {
    text += fmt::format("{}{} - {}\n", text.empty() ? "" : "\n", group.name, group.help);
    for_each_in(group, [&](const OptionEntry& entry) {
      const std::string head = fmt::format("  {} = {}", entry.name, value_toml(entry.initial));
      std::string kind = kind_text(entry);
      if (entry.may_change_at_restart) kind += "  *";
      if (head.size() + 3 + kind.size() <= columns) {
        text += fmt::format("{}   {}\n", head, kind);
      } else {
        text += head + "\n";
        for (const std::string& line : wrapped(kind, columns, 6)) text += line + "\n";
      }
      for (const std::string& line : wrapped(entry.help, columns, 6)) text += line + "\n";
    });
  }
  text += "\n* may change at a restart: tucana run --restart DIR --set key=value\n";
  text += "Time, length and mass units are those of the run (G = 1).\n";
  return text;
}

std::string options_as_json() {
  auto list = nlohmann::ordered_json::array();
  for (const OptionEntry& entry : option_table()) {
    nlohmann::ordered_json object;
    object["name"] = entry.name;
    object["type"] = name_of(entry.type);
    object["unit"] = entry.unit;
    object["default"] = as_json(entry.initial);
    if (entry.type == OptionType::choice) object["choices"] = entry.choices;
    if (std::isfinite(entry.range.low)) {
      object["minimum"] = entry.range.low;
      object["minimum_included"] = !entry.range.low_open;
    }
    if (std::isfinite(entry.range.high)) {
      object["maximum"] = entry.range.high;
      object["maximum_included"] = !entry.range.high_open;
    }
    if (entry.range.or_zero) object["zero_allowed"] = true;
    if (entry.only_with.holds != nullptr) object["only_with"] = entry.only_with.text;
    object["may_change_at_restart"] = entry.may_change_at_restart;
    object["help"] = entry.help;
    list.push_back(std::move(object));
  }
  return list.dump(2) + "\n";
}

std::string options_as_markdown() {
  std::string text =
      "# Options\n\n"
      "<!-- Written by `tucana options --markdown`; a test keeps this page equal to the program. -->\n\n"
      "Options stand in a TOML file (`tucana run FILE.toml`) or on the command line (`--set key=value`, which\n"
      "wins). A run writes every option it used into `used.toml` of its folder. Options marked with * may change\n"
      "at a restart: `tucana run --restart DIR --set key=value`. Time, length and mass units are those of the run\n"
      "(G = 1).\n";
  for (const OptionGroup& group : option_groups()) {
    text += fmt::format("\n## {}: {}\n\n| option | default | values | meaning |\n|---|---|---|---|\n", group.name,
                        group.help);
    for_each_in(group, [&](const OptionEntry& entry) {
      std::string help;
      for (const char c : entry.help) help += c == '|' ? std::string("\\|") : std::string(1, c);
      text += fmt::format("| `{}`{} | `{}` | {} | {} |\n", entry.name, entry.may_change_at_restart ? " *" : "",
                          value_toml(entry.initial), kind_text(entry), help);
    });
  }
  return text;
}

}  // namespace tucana
