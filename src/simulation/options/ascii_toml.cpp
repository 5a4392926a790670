#include "tucana/simulation/options/ascii_toml.h"

#include <fmt/format.h>

#include <algorithm>

#include "tucana/core/error.h"
#include "tucana/simulation/options/plain_text.h"

namespace tucana {
namespace {

constexpr std::size_t most_dots = 4000;

bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }

/// The quoted string that begins at `begin`, with its quotes; to the end of the line when it is not closed.
std::string_view string_at(std::string_view line, std::size_t begin) {
  const char quote = line[begin];
  for (std::size_t i = begin + 1; i < line.size(); ++i) {
    if (line[i] == quote) return line.substr(begin, i + 1 - begin);
    if (line[i] == '\\' && quote == '"') ++i;
  }
  return line.substr(begin);
}

/// Escapes what is beyond ASCII; 'literal' strings know no escapes and so become "basic" ones.
std::string escaped(std::string_view string) {
  if (std::all_of(string.begin(), string.end(), is_ascii)) return std::string(string);
  const bool literal = string.front() == '\'';
  std::string result;
  while (!string.empty()) {
    const Utf8 letter = first_letter(string);
    if (letter.length > 1) {
      result += fmt::format("\\U{:08X}", static_cast<std::uint32_t>(letter.code));
    } else if (literal && (string.front() == '"' || string.front() == '\\')) {
      result += {'\\', string.front()};
    } else {
      result += literal && string.front() == '\'' ? '"' : string.front();
    }
    string.remove_prefix(std::max<std::size_t>(letter.length, 1));
  }
  return result;
}

class Line {
 public:
  Line(std::string_view text, std::string where) : text_(text), where_(std::move(where)) {
    std::string_view rest = text;
    while (!rest.empty()) {
      const std::size_t length = first_letter(rest).length;
      if (length == 0) refuse("there are bytes that are not UTF-8 text; is this an options file?");
      rest.remove_prefix(length);
    }
  }

  /// Appends the line in ASCII, without its comment, and counts dots outside quotes.
  void append_to(std::string& result, std::size_t& dots) const {
    for (std::size_t i = 0; i < text_.size() && text_[i] != '#';) {
      if (!is_ascii(text_[i])) refuse("only text in quotes may have letters beyond ASCII");
      if (text_[i] != '"' && text_[i] != '\'') {
        dots += text_[i] == '.' ? 1 : 0;
        result += text_[i++];
        continue;
      }
      if (text_.substr(i, 3) == std::string(3, text_[i])) refuse("text over several lines is of no use; quote it once");
      const std::string_view string = string_at(text_, i);
      result += escaped(string);
      i += string.size();
    }
    if (dots > most_dots) refuse("there are too many names in names; is this an options file?");
  }

 private:
  [[noreturn]] void refuse(std::string_view why) const { throw InputError(fmt::format("{}: {}", where_, why)); }

  std::string_view text_;
  std::string where_;
};

}  // namespace

std::string ascii_toml(std::string_view text, const std::string& place) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);  // a byte order mark
  std::string result;
  std::size_t dots = 0;
  for (std::size_t number = 1; !text.empty(); ++number) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    Line(line, fmt::format("{}:{}", place, number)).append_to(result, dots);
    result += '\n';
  }
  return result;
}

}  // namespace tucana
