#include "tucana/simulation/options/option_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "tucana/core/error.h"
#include "tucana/simulation/options/plain_text.h"

namespace tucana {
namespace {

[[noreturn]] void refuse(const OptionEntry& entry, std::string_view shown, const std::string& what,
                         const std::string& place) {
  std::string hint;
  if (entry.type == OptionType::choice) {
    hint = fmt::format("; {}", range_text(entry));
  } else if (entry.type != OptionType::boolean && !entry.typical.empty()) {
    hint = fmt::format("; typical is {}", entry.typical);
  }
  throw InputError(fmt::format("{}: {} = {} {}{}", place, entry.name, for_message(shown), what, hint));
}

void check_range(const OptionEntry& entry, double value, const std::string& shown, const std::string& place) {
  const std::string broken = broken_bound(entry.range, value);
  if (!broken.empty()) refuse(entry, shown, "is not " + broken, place);
}

std::optional<std::int64_t> as_integer(const OptionValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return *integer;
  const auto* real = std::get_if<double>(&value);
  // 1e3 is a whole number too; beyond 2^53 not all digits of the user can be kept.
  if (real == nullptr || std::fabs(*real) > 0x1p53 || std::trunc(*real) != *real) return std::nullopt;
  return static_cast<std::int64_t>(*real);
}

template <class T>
std::optional<T> parse_whole(std::string_view text) {
  T value{};
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// "[0, 1]", "0,1" or "0".
std::optional<std::vector<std::int64_t>> parse_list(std::string_view text) {
  if (text.size() >= 2 && text.front() == '[' && text.back() == ']') text = text.substr(1, text.size() - 2);
  std::vector<std::int64_t> list;
  while (true) {
    const auto comma = std::min(text.find(','), text.size());
    std::string_view word = text.substr(0, comma);
    while (word.starts_with(' ')) word.remove_prefix(1);
    while (word.ends_with(' ')) word.remove_suffix(1);
    const auto number = parse_whole<std::int64_t>(word);
    if (!number) return std::nullopt;
    list.push_back(*number);
    if (comma == text.size()) return list;
    text.remove_prefix(comma + 1);
  }
}

}  // namespace

std::string_view without_quotes(std::string_view text) {
  return text.size() >= 2 && text.front() == '"' && text.back() == '"' ? text.substr(1, text.size() - 2) : text;
}

bool is_number(std::string_view text) { return parse_whole<double>(text).has_value(); }

std::string value_text(const OptionValue& value) {
  if (const auto* list = std::get_if<std::vector<std::int64_t>>(&value))
    return fmt::format("[{}]", fmt::join(*list, ", "));
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* boolean = std::get_if<bool>(&value)) return fmt::format("{}", *boolean);
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return fmt::format("{}", *integer);
  return fmt::format("{}", std::get<double>(value));
}

std::string value_toml(const OptionValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return toml_quoted(*text);
  std::string shown = value_text(value);
  if (std::holds_alternative<double>(value) && shown.find_first_not_of("-0123456789") == std::string::npos) {
    shown += ".0";
  }
  return shown;
}

std::string range_text(const OptionEntry& entry) {
  if (entry.type == OptionType::choice) return fmt::format("one of {}", fmt::join(entry.choices, ", "));
  return text_of(entry.range);
}

OptionValue checked_value(const OptionEntry& entry, const OptionValue& read, const std::string& place) {
  const std::string shown = value_toml(read);
  switch (entry.type) {
    case OptionType::boolean:
      if (!std::holds_alternative<bool>(read)) refuse(entry, shown, "is neither true nor false", place);
      return read;
    case OptionType::integer: {
      const auto value = as_integer(read);
      if (!value) refuse(entry, shown, "is not a whole number", place);
      check_range(entry, static_cast<double>(*value), fmt::format("{}", *value), place);
      return *value;
    }
    case OptionType::real: {
      const auto* integer = std::get_if<std::int64_t>(&read);
      const auto* real = std::get_if<double>(&read);
      if (integer == nullptr && real == nullptr) refuse(entry, shown, "is not a number", place);
      const double value = integer != nullptr ? static_cast<double>(*integer) : *real;
      if (!std::isfinite(value)) refuse(entry, shown, "is not finite", place);
      check_range(entry, value, value_text(integer != nullptr ? OptionValue(*integer) : OptionValue(value)), place);
      return value + 0.0;  // turns -0 into 0
    }
    case OptionType::integers:
      if (const auto* text = std::get_if<std::string>(&read); text != nullptr && *text == "all") return read;
      if (const auto* list = std::get_if<std::vector<std::int64_t>>(&read); list != nullptr && !list->empty()) {
        for (const std::int64_t n : *list) check_range(entry, static_cast<double>(n), fmt::format("{}", n), place);
        return read;
      }
      refuse(entry, shown, R"(is neither "all" nor a list of whole numbers)", place);
    case OptionType::text:
    case OptionType::choice: break;
  }
  const auto* text = std::get_if<std::string>(&read);
  if (text == nullptr) refuse(entry, shown, "is not text in quotes", place);
  if (entry.type == OptionType::choice) {
    if (std::find(entry.choices.begin(), entry.choices.end(), *text) == entry.choices.end()) {
      refuse(entry, *text, "is not known", place);
    }
  } else if (!is_plain_text(*text)) {
    refuse(entry, shown, "holds control characters or bytes that are not UTF-8", place);
  }
  return read;
}

OptionValue parse_value(const OptionEntry& entry, std::string_view text, const std::string& place) {
  switch (entry.type) {
    case OptionType::boolean:
      if (text != "true" && text != "false") refuse(entry, text, "is neither true nor false", place);
      return text == "true";
    case OptionType::integer:
      if (const auto integer = parse_whole<std::int64_t>(text)) return checked_value(entry, *integer, place);
      if (const auto real = parse_whole<double>(text)) return checked_value(entry, *real, place);
      refuse(entry, text, "is not a whole number", place);
    case OptionType::real:
      if (const auto real = parse_whole<double>(text)) return checked_value(entry, *real, place);
      refuse(entry, text, "is not a number", place);
    case OptionType::integers:
      if (const auto list = parse_list(text)) return checked_value(entry, *list, place);
      return checked_value(entry, std::string(without_quotes(text)), place);
    case OptionType::text:
    case OptionType::choice: break;
  }
  return checked_value(entry, std::string(without_quotes(text)), place);
}

}  // namespace tucana
