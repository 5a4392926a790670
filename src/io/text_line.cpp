#include "tucana/io/text_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "tucana/core/error.h"

namespace tucana {
namespace {

constexpr std::string_view blanks = " \t\r\v\f";

}  // namespace

void TextLine::fail(const std::string& what) const { throw InputError(fmt::format("{}:{}: {}", name, number, what)); }

std::string quoted_word(std::string_view word) {
  std::string text(word.substr(0, 24));
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) > 0x7e) c = '?';
  }
  return "'" + text + (word.size() > 24 ? "...'" : "'");
}

double parse_table_number(std::string_view word, const TextLine& line, std::string_view column) {
  const std::string_view original = word;
  std::array<char, 64> copy{};
  if (word.size() <= copy.size() && word.find_first_of("dD") != word.npos) {  // Fortran's exponent
    std::transform(word.begin(), word.end(), copy.begin(), [](char c) { return c == 'd' || c == 'D' ? 'e' : c; });
    word = {copy.data(), word.size()};
  }
  if (word.size() > 1 && word[0] == '+' && word[1] != '-') word.remove_prefix(1);
  double number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  const auto say = [&](const char* what) { line.fail(fmt::format("{} = {} {}", column, quoted_word(original), what)); };
  if (error == std::errc::result_out_of_range) say("is beyond the range of double precision");
  if (error != std::errc() || end != word.data() + word.size()) say("is not a number");
  if (!std::isfinite(number)) say("is not finite");
  return number;
}

std::int64_t parse_table_integer(std::string_view word, const TextLine& line, std::string_view column) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error != std::errc() || end != word.data() + word.size()) {
    line.fail(fmt::format("{} = {} is not a whole number", column, quoted_word(word)));
  }
  return number;
}

std::size_t split_words(std::string_view text, std::vector<std::string_view>& words, std::size_t most) {
  words.clear();
  std::size_t count = 0;
  for (std::size_t at = text.find_first_not_of(blanks); at != text.npos; at = text.find_first_not_of(blanks, at)) {
    const std::size_t end = std::min(text.find_first_of(blanks, at), text.size());
    if (count < most) words.push_back(text.substr(at, end - at));
    ++count;
    at = end;
  }
  return count;
}

std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

void skip_byte_order_mark(std::string_view& text) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
}

}  // namespace tucana
