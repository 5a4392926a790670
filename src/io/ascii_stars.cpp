#include "tucana/io/ascii_stars.h"

#include <fmt/format.h>

#include <array>
#include <iterator>
#include <vector>

#include "tucana/io/durable_file.h"
#include "tucana/io/file_image.h"
#include "tucana/io/text_line.h"

namespace tucana {
namespace {

constexpr std::array column_names = {"m", "x", "y", "z", "vx", "vy", "vz"};

/// False for a line without a star.
bool parse_line(std::string_view text, const TextLine& line, std::vector<std::string_view>& words,
                std::array<double, 7>& numbers) {
  text = text.substr(0, text.find('#'));
  const std::size_t count = split_words(text, words, column_names.size());
  if (count == 0) return false;
  // A word that is no number says more about a foreign file than a count of columns.
  for (std::size_t i = 0; i < words.size(); ++i) numbers[i] = parse_table_number(words[i], line, column_names[i]);
  if (count != column_names.size()) {
    line.fail(fmt::format("{} columns where 7 are expected: m x y z vx vy vz", count));
  }
  if (numbers[0] < 0) line.fail(fmt::format("the mass {} is negative", quoted_word(words[0])));
  return true;
}

}  // namespace

StarsBuffer parse_ascii_stars(std::string_view text, const std::string& name) {
  skip_byte_order_mark(text);
  StarsBuffer stars;
  std::vector<std::string_view> words;
  std::array<double, 7> n{};
  for (std::size_t number = 1; !text.empty(); ++number) {
    if (parse_line(take_line(text), {name, number}, words, n)) {
      stars.mass.push_back(n[0]);
      stars.position.push_back({n[1], n[2], n[3]});
      stars.velocity.push_back({n[4], n[5], n[6]});
    }
  }
  stars.resize(stars.mass.size());
  stars.number_from_one();
  return stars;
}

StarsBuffer read_ascii_stars(const std::filesystem::path& path) {
  const FileImage image = read_file_image(path);
  return parse_ascii_stars({reinterpret_cast<const char*>(image.bytes().data()), image.size()}, path.string());
}

std::string ascii_text(const Stars& stars) {
  std::string text = "# m x y z vx vy vz\n";
  for (std::size_t i = 0; i < stars.size(); ++i) {
    const Vec3 &x = stars.position[i], &v = stars.velocity[i];
    fmt::format_to(std::back_inserter(text), "{} {} {} {} {} {} {}\n", stars.mass[i], x.x, x.y, x.z, v.x, v.y, v.z);
  }
  return text;
}

void write_ascii_stars(const std::filesystem::path& path, const Stars& stars) {
  write_file_durably(path, ascii_text(stars));
}

}  // namespace tucana
