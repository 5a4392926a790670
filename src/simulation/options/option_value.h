#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tucana/core/enum_words.h"
#include "tucana/simulation/options/option_table.h"

namespace tucana {

/// As readable text: 0.02, plummer, true. Numbers can be read back to the same bits.
std::string value_text(const OptionValue& value);
/// As TOML: text quoted, reals with a point or exponent.
std::string value_toml(const OptionValue& value);

/// All words of an enum, as an option lists them.
template <class Enum>
std::vector<std::string> words_of() {
  static_assert(has_all_words<Enum>());
  std::vector<std::string> words;
  for (const EnumWord<Enum>& known : enum_words<Enum>) words.emplace_back(known.word);
  return words;
}

/// "> 0, <= 1"; "one of block, shared, fixed"; "" if every value is allowed.
std::string range_text(const OptionEntry& entry);

/// Converts a value that was read (TOML has bool, integer, real and text) to the type of the option and checks its
/// range. Throws InputError "<place>: integrator.eta = -1 is not > 0; typical is 0.02".
OptionValue checked_value(const OptionEntry& entry, const OptionValue& read, const std::string& place);

/// Without the quotes that settings may have too, as in a file.
std::string_view without_quotes(std::string_view text);

/// Whether all of a text is one number, in the range of doubles.
bool is_number(std::string_view text);

/// The same as checked_value() for a value typed on the command line, where text needs no quotes.
OptionValue parse_value(const OptionEntry& entry, std::string_view text, const std::string& place);

}  // namespace tucana
