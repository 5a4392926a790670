#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tucana {

/// A line of a text file, for messages: "name:number: what".
struct TextLine {
  const std::string& name;
  std::size_t number;
  /// Throws InputError.
  [[noreturn]] void fail(const std::string& what) const;
};

/// What a user sees of a word from a file: short, and printable whatever the file holds.
std::string quoted_word(std::string_view word);

/// A finite number, also with Fortran's exponent, 1.0D-3. Fails with the name of the column otherwise.
double parse_table_number(std::string_view word, const TextLine& line, std::string_view column);

/// A whole number that fits into 64 bits.
std::int64_t parse_table_integer(std::string_view word, const TextLine& line, std::string_view column);

/// The words of a line, which blanks separate; at most `most` of them are kept. Returns how many there are.
std::size_t split_words(std::string_view text, std::vector<std::string_view>& words, std::size_t most);

/// Takes the first line from a text, without its end.
std::string_view take_line(std::string_view& text);

/// Takes away the mark with which some editors begin a file.
void skip_byte_order_mark(std::string_view& text);

}  // namespace tucana
