#include "tucana/simulation/options/quantities.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "tucana/core/error.h"
#include "tucana/core/quantity.h"
#include "tucana/simulation/options/option_value.h"
#include "tucana/simulation/options/plain_text.h"

namespace tucana {
namespace {

/// "3 Myr" as the number 3 and the word Myr.
struct NumberAndWord {
  double number = 0;
  std::string_view word;
};

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

std::optional<NumberAndWord> split(std::string_view text) {
  text = trimmed(text);
  if (text.starts_with('+')) text.remove_prefix(1);
  NumberAndWord parts;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), parts.number);
  if (error != std::errc{} || !std::isfinite(parts.number)) return std::nullopt;
  parts.word = trimmed(text.substr(static_cast<std::size_t>(end - text.data())));
  return parts;
}

void check_quantity(const OptionEntry& entry, const std::string& text, const std::string& place, double number) {
  const std::string broken = std::isfinite(number) ? broken_bound(entry.range, number) : "finite";
  if (broken.empty()) return;
  throw InputError(fmt::format("{}: {} = {} is {:g} {}, which is not {}; typical is {}", place, entry.name,
                               toml_quoted(text), number, entry.unit, broken, entry.typical));
}

/// A number and the name of a unit of the dimension; `plain` is what numbers have that are no text.
NumberAndWord with_unit(std::string_view text, Dimension dimension, const std::string& shown, std::string_view plain) {
  const auto parts = split(text);
  const std::string known = fmt::format("units of {} are {}", word_of(dimension), unit_names(dimension));
  if (!parts) throw InputError(fmt::format("{} is neither a number nor one with a unit; {}", shown, known));
  if (parts->word.empty()) {
    throw InputError(fmt::format("{} has no unit; {}; a number without quotes is in {}", shown, known, plain));
  }
  if (find_unit(dimension, parts->word) == nullptr) {
    throw InputError(
        fmt::format("{}: {} is not a unit of {}; {}", shown, for_message(parts->word), word_of(dimension), known));
  }
  return *parts;
}

void assign_quantity(Options& options, const OptionEntry& entry, const std::string& text, const std::string& place) {
  const std::string shown = fmt::format("{}: {} = {}", place, entry.name, for_message(toml_quoted(text)));
  const NumberAndWord parts = with_unit(text, entry.dimension, shown, entry.unit);
  if (!entry.physical) {
    options.written[entry.name] = {text, place};
    return;
  }
  const double number = parts.number * find_unit(entry.dimension, parts.word)->size;
  check_quantity(entry, text, place, number);
  entry.set(options, number);
}

}  // namespace

void assign_value(Options& options, const OptionEntry& entry, const OptionValue& read, const std::string& place) {
  if (const auto* text = std::get_if<std::string>(&read); text != nullptr && entry.dimension != Dimension::none) {
    assign_quantity(options, entry, *text, place);
    return;
  }
  entry.set(options, checked_value(entry, read, place));
  options.written.erase(entry.name);
}

void assign_text(Options& options, const OptionEntry& entry, std::string_view text, const std::string& place) {
  if (entry.dimension != Dimension::none && !is_number(text)) {
    assign_quantity(options, entry, std::string(without_quotes(text)), place);
    return;
  }
  entry.set(options, parse_value(entry, text, place));
  options.written.erase(entry.name);
}

double parse_quantity(std::string_view text, Dimension dimension, const UnitScale& scale, const std::string& place) {
  const std::string shown = fmt::format("{}: {}", place, for_message(toml_quoted(text)));
  const NumberAndWord parts = with_unit(text, dimension, shown, "code units");
  return in_code_units(parts.number, *find_unit(dimension, parts.word), scale);
}

bool needs_mass_unit(const Options& options) {
  return std::any_of(options.written.begin(), options.written.end(),
                     [](const auto& written) { return find_option(written.first)->dimension != Dimension::length; });
}

void convert_quantities(Options& options, const UnitScale& scale) {
  for (auto& [name, written] : options.written) {
    const OptionEntry& entry = *find_option(name);
    const NumberAndWord parts = split(written.text).value();
    const double number = in_code_units(parts.number, *find_unit(entry.dimension, parts.word), scale);
    check_quantity(entry, written.text, written.place, number);
    entry.set(options, number);
    written.is_converted = true;
  }
}

std::string shown_value(const OptionEntry& entry, const Options& options) {
  const std::string number = value_text(entry.get(options));
  const auto written = options.written.find(entry.name);
  return written == options.written.end() ? number : fmt::format("{} ({})", number, written->second.text);
}

}  // namespace tucana
