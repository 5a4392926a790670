#include "tucana/io/ascii_stars.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iterator>
#include <span>

#include "tucana/core/error.h"
#include "tucana/io/durable_file.h"
#include "tucana/io/file_image.h"

namespace tucana {
namespace {

constexpr std::array column_names = {"m", "x", "y", "z", "vx", "vy", "vz"};
constexpr std::string_view blanks = " \t\r\v\f";

// What a user sees of a word that is no number: short, and printable whatever the file holds.
std::string quoted(std::string_view word) {
  std::string text(word.substr(0, 24));
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) > 0x7e) c = '?';
  }
  return "'" + text + (word.size() > 24 ? "...'" : "'");
}

struct Line {
  const std::string& name;
  std::size_t number;
  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(fmt::format("{}:{}: {}", name, number, what));
  }
};

double parse_number(std::string_view word, const Line& line, std::size_t column) {
  const std::string_view original = word;
  std::array<char, 64> copy{};
  if (word.size() <= copy.size() && word.find_first_of("dD") != word.npos) {  // Fortran's exponent
    std::transform(word.begin(), word.end(), copy.begin(), [](char c) { return c == 'd' || c == 'D' ? 'e' : c; });
    word = {copy.data(), word.size()};
  }
  if (word.size() > 1 && word[0] == '+' && word[1] != '-') word.remove_prefix(1);
  double number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  const auto say = [&](const char* what) {
    line.fail(fmt::format("{} = {} {}", column_names[column], quoted(original), what));
  };
  if (error == std::errc::result_out_of_range) say("is beyond the range of double precision");
  if (error != std::errc() || end != word.data() + word.size()) say("is not a number");
  if (!std::isfinite(number)) say("is not finite");
  return number;
}

/// False for a line without a star.
bool parse_line(std::string_view text, const Line& line, std::array<double, 7>& numbers) {
  text = text.substr(0, text.find('#'));
  std::array<std::string_view, 7> words;
  std::size_t count = 0;
  for (std::size_t at = text.find_first_not_of(blanks); at != text.npos; at = text.find_first_not_of(blanks, at)) {
    const std::size_t end = std::min(text.find_first_of(blanks, at), text.size());
    if (count < words.size()) words[count] = text.substr(at, end - at);
    ++count;
    at = end;
  }
  if (count == 0) return false;
  // A word that is no number says more about a foreign file than a count of columns.
  for (std::size_t i = 0; i < std::min(count, words.size()); ++i) numbers[i] = parse_number(words[i], line, i);
  if (count != words.size()) line.fail(fmt::format("{} columns where 7 are expected: m x y z vx vy vz", count));
  if (numbers[0] < 0) line.fail(fmt::format("the mass {} is negative", quoted(words[0])));
  return true;
}

}  // namespace

StarsBuffer parse_ascii_stars(std::string_view text, const std::string& name) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  StarsBuffer stars;
  std::array<double, 7> n{};
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (parse_line(text.substr(0, end), {name, number}, n)) {
      stars.mass.push_back(n[0]);
      stars.position.push_back({n[1], n[2], n[3]});
      stars.velocity.push_back({n[4], n[5], n[6]});
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  stars.resize(stars.mass.size());
  stars.number_from_one();
  return stars;
}

StarsBuffer read_ascii_stars(const std::filesystem::path& path) {
  const FileImage image = read_file_image(path);
  return parse_ascii_stars({reinterpret_cast<const char*>(image.bytes().data()), image.size()}, path.string());
}

void write_ascii_stars(const std::filesystem::path& path, const Stars& stars) {
  std::string text = "# m x y z vx vy vz\n";
  for (std::size_t i = 0; i < stars.size(); ++i) {
    const Vec3 &x = stars.position[i], &v = stars.velocity[i];
    fmt::format_to(std::back_inserter(text), "{} {} {} {} {} {} {}\n", stars.mass[i], x.x, x.y, x.z, v.x, v.y, v.z);
  }
  write_file_durably(path, std::as_bytes(std::span(text)));
}

}  // namespace tucana
