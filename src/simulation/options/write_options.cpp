#include "tucana/simulation/options/write_options.h"

#include <fmt/format.h>

#include <cmath>

#include <nlohmann/json.hpp>

#include "tucana/simulation/options/option_table.h"
#include "tucana/simulation/options/option_value.h"
#include "tucana/simulation/options/plain_text.h"
#include "tucana/simulation/options/read_options.h"

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

/// " *" and " (expert)" behind an option, which the ends of the lists explain.
std::string marks(const OptionEntry& entry) {
  return fmt::format("{}{}", entry.may_change_at_restart ? " *" : "", entry.expert ? " (expert)" : "");
}

bool is_listed(const OptionEntry& entry, OptionListing listing) {
  return listing == OptionListing::all || !entry.expert;
}

template <class Act>
void for_each_in(const OptionGroup& group, OptionListing listing, Act act) {
  for (const OptionEntry& entry : option_table()) {
    if (entry.group() == group.name && is_listed(entry, listing)) act(entry);
  }
}

nlohmann::ordered_json as_json(const OptionValue& value) {
  return std::visit([](const auto& v) { return nlohmann::ordered_json(v); }, value);
}

std::string comment(const std::string& help) {
  std::string text;
  for (const std::string& line : wrapped(help, columns - 2, 0)) text += "# " + line + "\n";
  return text;
}

/// With its full name, since a table such as [model] can be opened only once in a file.
std::string toml_line(const OptionEntry& entry, const Options& options) {
  const OptionValue number = entry.get(options);
  const auto written = options.written.find(entry.name);
  if (written == options.written.end())
    return fmt::format("{} = {}  # {}\n", entry.name, value_toml(number), kind_text(entry));
  const WrittenQuantity& quantity = written->second;
  const std::string meaning = quantity.is_converted ? fmt::format("= {} {}; ", value_text(number), entry.unit) : "";
  return fmt::format("{} = {}  # {}{}\n", entry.name, toml_quoted(quantity.text), meaning, kind_text(entry));
}

/// Whether a value has a unit, or differs from that of a run that names only its integrator and its method, or
/// not even these.
bool is_choice(const OptionEntry& entry, const Options& options, const Options& defaults) {
  if (options.written.contains(entry.name)) return true;
  const OptionValue value = entry.get(options);
  const bool names_defaults = entry.name == "integrator.kind" || entry.name == "gravity.method";
  return value != (names_defaults ? entry.initial : entry.get(defaults));
}

}  // namespace

std::string options_as_toml(const Options& options) {
  const Options defaults = default_options(options.integrator.kind, options.gravity.method);
  std::string choices, others;
  for (const OptionGroup& group : option_groups()) {
    others += fmt::format("\n# {}: {}\n", group.name, group.help);
    for_each_in(group, OptionListing::all, [&](const OptionEntry& entry) {
      const std::string line = toml_line(entry, options);
      if (is_choice(entry, options, defaults))
        choices += line;
      else
        others += comment(entry.help) + line;
    });
  }
  std::string text =
      "# Every option of this run. `tucana options --all` explains them; `tucana run FILE.toml` reads them.\n";
  if (!choices.empty()) text += "\n# What this run chose.\n" + choices;
  return text + "\n# All other options, at their defaults.\n" + others;
}

std::string options_as_text(OptionListing listing) {
  std::string text;
  for (const OptionGroup& group : option_groups()) {
    text += fmt::format("{}{} - {}\n", text.empty() ? "" : "\n", group.name, group.help);
    for_each_in(group, listing, [&](const OptionEntry& entry) {
      const std::string head = fmt::format("  {} = {}", entry.name, value_toml(entry.initial));
      std::string kind = kind_text(entry);
      if (const std::string marked = marks(entry); !marked.empty()) kind += " " + marked;
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
  text += listing == OptionListing::all ? "(expert): the default suits nearly every run\n"
                                        : "`tucana options --all` also lists options for experts.\n";
  text +=
      "Time, length and mass units are those of the run (G = 1). Options in such units\n"
      "also take text with a unit, as in --set \"run.end_time=3 Myr\". Units are:\n";
  for (const auto& [dimension, word] : enum_words<Dimension>) {
    if (dimension != Dimension::none) text += fmt::format("  {:<10}{}\n", word, unit_names(dimension));
  }
  return text;
}

std::string options_as_json(OptionListing listing) {
  auto list = nlohmann::ordered_json::array();
  for (const OptionEntry& entry : option_table()) {
    if (!is_listed(entry, listing)) continue;
    nlohmann::ordered_json object;
    object["name"] = entry.name;
    object["type"] = name_of(entry.type);
    object["unit"] = entry.unit;
    if (entry.dimension != Dimension::none) object["dimension"] = word_of(entry.dimension);
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
    object["expert"] = entry.expert;
    object["help"] = entry.help;
    list.push_back(std::move(object));
  }
  return list.dump(2) + "\n";
}

std::string options_as_markdown(OptionListing listing) {
  std::string text =
      "# Options\n\n"
      "<!-- Written by `tucana options --markdown`; a test keeps this page equal to the program. -->\n\n"
      "Options stand in a TOML file (`tucana run FILE.toml`) or on the command line (`--set key=value`, which\n"
      "wins). A run writes every option it used into `used.toml` of its folder. Options marked with * may change\n"
      "at a restart: `tucana run --restart DIR --set key=value`.";
  text += listing == OptionListing::all ? " The default of an option for experts suits nearly every run.\n"
                                        : " `tucana options --all` also lists options for experts.\n";
  text +=
      "\nTime, length and mass units are those of the run (G = 1). Options in such units also take text with a unit:\n"
      "`end_time = \"3 Myr\"` in a file, `--set \"run.end_time=3 Myr\"` on the command line. Units are\n\n";
  for (const auto& [dimension, word] : enum_words<Dimension>) {
    if (dimension != Dimension::none) text += fmt::format("- of {}: {}\n", word, unit_names(dimension));
  }
  for (const OptionGroup& group : option_groups()) {
    text += fmt::format("\n## {}: {}\n\n| option | default | values | meaning |\n|---|---|---|---|\n", group.name,
                        group.help);
    for_each_in(group, listing, [&](const OptionEntry& entry) {
      std::string help;
      for (const char c : entry.help) help += c == '|' ? std::string("\\|") : std::string(1, c);
      text += fmt::format("| `{}`{} | `{}` | {} | {} |\n", entry.name, marks(entry), value_toml(entry.initial),
                          kind_text(entry), help);
    });
  }
  return text;
}

}  // namespace tucana
