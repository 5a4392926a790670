#pragma once

#include <algorithm>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "tucana/simulation/options/option_table.h"
#include "tucana/simulation/options/option_value.h"

// How options are declared.

namespace tucana {

/// Joins a table entry to a member of Options: its type, default, reader and writer follow from the member.
template <auto Group, auto Member>
OptionEntry option(std::string name, OptionEntry rest) {
  using Value = std::remove_cvref_t<decltype(std::declval<Options>().*Group.*Member)>;
  OptionEntry entry = std::move(rest);
  entry.name = std::move(name);
  if constexpr (std::is_enum_v<Value>) {
    entry.type = OptionType::choice;
    entry.get = [](const Options& o, const OptionEntry& e) -> OptionValue {
      return e.choices.at(static_cast<std::size_t>(o.*Group.*Member));
    };
    entry.set = [](Options& o, const OptionEntry& e, const OptionValue& value) {
      const auto found = std::find(e.choices.begin(), e.choices.end(), std::get<std::string>(value));
      o.*Group.*Member = static_cast<Value>(found - e.choices.begin());
    };
  } else if constexpr (std::is_same_v<Value, std::vector<std::int64_t>>) {
    entry.type = OptionType::integers;
    entry.get = [](const Options& o, const OptionEntry&) -> OptionValue {
      const Value& list = o.*Group.*Member;
      if (list.empty()) return std::string("all");
      return list;
    };
    entry.set = [](Options& o, const OptionEntry&, const OptionValue& value) {
      const auto* list = std::get_if<Value>(&value);
      o.*Group.*Member = list != nullptr ? *list : Value{};
    };
  } else {
    if constexpr (std::is_same_v<Value, bool>) entry.type = OptionType::boolean;
    if constexpr (std::is_same_v<Value, std::int64_t>) entry.type = OptionType::integer;
    if constexpr (std::is_same_v<Value, double>) entry.type = OptionType::real;
    if constexpr (std::is_same_v<Value, std::string>) {
      entry.type = entry.choices.empty() ? OptionType::text : OptionType::choice;
    }
    entry.get = [](const Options& o, const OptionEntry&) -> OptionValue { return o.*Group.*Member; };
    entry.set = [](Options& o, const OptionEntry&, const OptionValue& value) {
      o.*Group.*Member = std::get<Value>(value);
    };
  }
  entry.initial = entry.get(Options{}, entry);
  if (entry.typical.empty()) entry.typical = value_text(entry.initial);
  return entry;
}

constexpr OptionRange at_least(double low) { return {.low = low}; }
constexpr OptionRange from_to(double low, double high) { return {.low = low, .high = high}; }
constexpr OptionRange above_to(double low, double high) { return {.low = low, .high = high, .low_open = true}; }
constexpr OptionRange zero_or(OptionRange range) { return range.or_zero = true, range; }

}  // namespace tucana
