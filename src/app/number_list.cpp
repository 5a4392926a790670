#include "tucana/app/number_list.h"

#include <fmt/format.h>

#include "tucana/core/error.h"
#include "tucana/simulation/options/option_value.h"
#include "tucana/simulation/options/plain_text.h"

namespace tucana::app {
namespace {

/// Flags are parsed like options, so that they accept the same forms and give the same messages.
OptionEntry flag_entry(const char* flag, OptionType type, NumberRange range) {
  OptionEntry entry;
  entry.name = flag;
  entry.type = type;
  entry.range = range;
  return entry;
}

}  // namespace

std::vector<long long> whole_numbers(const std::vector<std::string>& words, const char* flag, long long least,
                                     long long most) {
  const NumberRange range{.low = static_cast<double>(least), .high = static_cast<double>(most)};
  const OptionEntry entry = flag_entry(flag, OptionType::integer, range);
  std::vector<long long> numbers;
  numbers.reserve(words.size());
  for (const std::string& word : words) {
    numbers.push_back(std::get<std::int64_t>(parse_value(entry, word, "command line")));
  }
  return numbers;
}

double finite_number(const std::string& word, const char* flag, double least) {
  return std::get<double>(parse_value(flag_entry(flag, OptionType::real, {.low = least}), word, "command line"));
}

double positive_number(const std::string& word, const char* flag, double most) {
  const NumberRange range{.low = 0, .high = most, .low_open = true};
  return std::get<double>(parse_value(flag_entry(flag, OptionType::real, range), word, "command line"));
}

double number_of_option(const char* option, const std::string& word, const char* flag) {
  return std::get<double>(parse_value(*find_option(option), word, fmt::format("{} {}", flag, for_message(word))));
}

}  // namespace tucana::app
