#include "tucana/io/foreign/petar_stars.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <vector>

#include "tucana/io/text_line.h"

namespace tucana {
namespace {

constexpr std::array columns = {"m", "x", "y", "z", "vx", "vy", "vz"};

bool is_digits(std::string_view word) {
  return !word.empty() && std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool is_header(const std::vector<std::string_view>& words, std::size_t count) {
  return (count == 3 || count == 9) && is_digits(words[0]) && is_digits(words[1]);
}

}  // namespace

bool looks_like_petar(std::string_view text) {
  std::vector<std::string_view> words;
  if (!is_header(words, split_words(take_line(text), words, 9))) return false;
  return split_words(take_line(text), words, 1) > columns.size();
}

LoadedStars parse_petar_stars(std::string_view text, const std::string& name) {
  std::vector<std::string_view> words;
  const TextLine first{name, 1};
  const std::size_t count = split_words(take_line(text), words, 9);
  if (!is_header(words, count)) {
    first.fail("not the first line of a PeTar snapshot: file number, number of stars, time");
  }
  const std::int64_t stars = parse_table_integer(words[1], first, "number of stars");
  LoadedStars loaded;
  loaded.time = parse_table_number(words[2], first, "time");
  for (std::size_t number = 2; !text.empty(); ++number) {
    const TextLine line{name, number};
    const std::size_t found = split_words(take_line(text), words, columns.size());
    if (found == 0) continue;
    if (found < columns.size()) line.fail(fmt::format("{} columns where a star has 7 or more", found));
    std::array<double, columns.size()> n{};
    for (std::size_t i = 0; i < n.size(); ++i) n[i] = parse_table_number(words[i], line, columns[i]);
    if (n[0] < 0) line.fail(fmt::format("the mass {} is negative", quoted_word(words[0])));
    loaded.stars.mass.push_back(n[0]);
    loaded.stars.position.push_back({n[1], n[2], n[3]});
    loaded.stars.velocity.push_back({n[4], n[5], n[6]});
  }
  if (static_cast<std::int64_t>(loaded.stars.mass.size()) != stars) {
    first.fail(fmt::format("{} stars are announced, {} are there", stars, loaded.stars.mass.size()));
  }
  loaded.stars.resize(loaded.stars.mass.size());
  loaded.stars.number_from_one();
  return loaded;
}

std::string petar_text(const Stars& stars, double time) {
  std::string text = fmt::format("0 {} {}\n", stars.size(), time);
  for (std::size_t i = 0; i < stars.size(); ++i) {
    const Vec3 &x = stars.position[i], &v = stars.velocity[i];
    // Binary state; search radius, id, backup mass, status, changeover radii; acceleration, potentials, neighbours.
    fmt::format_to(std::back_inserter(text), "{} {} {} {} {} {} {} 0 0 {} 0 0 0 0 0 0 0 0 0 0\n", stars.mass[i], x.x,
                   x.y, x.z, v.x, v.y, v.z, i + 1);
  }
  return text;
}

}  // namespace tucana
