#include "tucana/simulation/options/idle_options.h"

#include <fmt/format.h>

#include <algorithm>

#include "tucana/simulation/options/option_table.h"
#include "tucana/simulation/options/option_value.h"

namespace tucana {

std::vector<std::string> idle_options(const Options& options, const Options& before,
                                      std::span<const std::string> settings) {
  std::vector<std::string> lines;
  for (const OptionEntry& entry : option_table()) {
    if (entry.acts_in(options)) continue;
    const OptionValue value = entry.get(options);
    const bool is_set = std::any_of(settings.begin(), settings.end(),
                                    [&](const std::string& setting) { return setting.starts_with(entry.name + "="); });
    if (!is_set && value == entry.get(before)) continue;
    lines.push_back(
        fmt::format("{} = {} does nothing here: it needs {}", entry.name, value_text(value), entry.only_with.text));
  }
  return lines;
}

}  // namespace tucana
