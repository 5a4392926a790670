#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "tucana/core/enum_words.h"
#include "tucana/simulation/options/option_table.h"
#include "tucana/simulation/options/option_value.h"

// How the sections declare their options.

namespace tucana {

/// More bodies than this have no number in an int32.
constexpr double most_bodies = 2147483647;

template <class Value>
inline constexpr bool is_list = false;
template <class Number>
inline constexpr bool is_list<std::vector<Number>> = true;

/// The member of Options at the end of a path of pointers to members.
template <auto... Path>
auto& member(auto& options) {
  return (options.*....*Path);  // a fold: options.*first.*second and so on
}

/// Joins an entry to a member of Options, as found by member<Path...>(): type, default, reader and writer follow
/// from it.
template <auto... Path>
OptionEntry option(std::string name, OptionEntry rest) {
  using Value = std::remove_cvref_t<decltype(member<Path...>(std::declval<Options&>()))>;
  OptionEntry entry = std::move(rest);
  entry.name = std::move(name);
  if constexpr (std::is_enum_v<Value>) {
    entry.type = OptionType::choice;
    entry.choices = words_of<Value>();
    entry.get = [](const Options& o) -> OptionValue { return std::string(word_of(member<Path...>(o))); };
    entry.set = [](Options& o, const OptionValue& value) {
      member<Path...>(o) = value_of_word<Value>(std::get<std::string>(value)).value();
    };
  } else if constexpr (is_list<Value>) {
    entry.type = OptionType::integers;
    entry.get = [](const Options& o) -> OptionValue {
      const Value& list = member<Path...>(o);
      if (list.empty()) return std::string("all");
      return std::vector<std::int64_t>(list.begin(), list.end());
    };
    entry.set = [](Options& o, const OptionValue& value) {
      Value& list = member<Path...>(o);
      list.clear();
      if (const auto* numbers = std::get_if<std::vector<std::int64_t>>(&value))
        for (const std::int64_t n : *numbers) list.push_back(static_cast<typename Value::value_type>(n));
    };
  } else if constexpr (std::integral<Value> && !std::is_same_v<Value, bool>) {
    entry.type = OptionType::integer;
    entry.get = [](const Options& o) -> OptionValue { return static_cast<std::int64_t>(member<Path...>(o)); };
    entry.set = [](Options& o, const OptionValue& value) {
      member<Path...>(o) = static_cast<Value>(std::get<std::int64_t>(value));
    };
  } else {
    if constexpr (std::is_same_v<Value, bool>) entry.type = OptionType::boolean;
    if constexpr (std::is_same_v<Value, double>) entry.type = OptionType::real;
    if constexpr (std::is_same_v<Value, std::string>)
      entry.type = entry.choices.empty() ? OptionType::text : OptionType::choice;
    entry.get = [](const Options& o) -> OptionValue { return member<Path...>(o); };
    entry.set = [](Options& o, const OptionValue& value) { member<Path...>(o) = std::get<Value>(value); };
  }
  if (entry.dimension != Dimension::none)
    entry.unit = std::string(entry.physical ? unit_of_one(entry.dimension) : word_of(entry.dimension)) +
                 (entry.physical ? "" : " units");
  entry.initial = entry.get(initial_options());
  if (entry.typical.empty()) entry.typical = value_text(entry.initial);
  return entry;
}

}  // namespace tucana
