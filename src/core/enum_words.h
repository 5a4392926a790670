#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

namespace tucana {

/// A value of an enum and its word in options, files and messages.
template <class Enum>
struct EnumWord {
  Enum value;
  std::string_view word;
};

/// All values of an enum with their words, in the order in which people read them. Stands beside the enum:
///   template <>
///   inline constexpr auto enum_words<Colour> = std::to_array<EnumWord<Colour>>({{Colour::red, "red"}, ...});
template <class Enum>
inline constexpr std::array<EnumWord<Enum>, 0> enum_words = {};

namespace enum_detail {

/// Compilers write a value without a name as a number in parentheses, "(tucana::Colour)7".
template <class Enum, Enum value>
consteval bool has_name() {
  const std::string_view function = __PRETTY_FUNCTION__;
  const std::size_t before = function.find("value = ");
  return before != std::string_view::npos && function[before + 8] != '(';
}

template <class Enum, std::size_t... Number>
consteval std::size_t count_names(std::index_sequence<Number...>) {
  return (static_cast<std::size_t>(has_name<Enum, static_cast<Enum>(Number)>()) + ...);
}

}  // namespace enum_detail

/// Whether every value of an enum (from 0 to 63) has one word, and every word one value. To be asserted where words
/// are used, so that no value can be added without one.
template <class Enum>
consteval bool has_all_words() {
  constexpr auto& words = enum_words<Enum>;
  for (std::size_t i = 0; i < words.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (words[i].value == words[j].value || words[i].word == words[j].word) return false;
  return words.size() == enum_detail::count_names<Enum>(std::make_index_sequence<64>{});
}

template <class Enum>
constexpr std::string_view word_of(Enum value) {
  static_assert(has_all_words<Enum>());
  for (const auto& known : enum_words<Enum>)
    if (known.value == value) return known.word;
  return "?";
}

/// Nothing for a word that is not among those of the enum.
template <class Enum>
constexpr std::optional<Enum> value_of_word(std::string_view word) {
  static_assert(has_all_words<Enum>());
  for (const auto& known : enum_words<Enum>)
    if (known.word == word) return known.value;
  return std::nullopt;
}

}  // namespace tucana
