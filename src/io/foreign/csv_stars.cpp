#include "tucana/io/foreign/csv_stars.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <numbers>
#include <optional>
#include <vector>

#include "tucana/io/foreign/unit_conversion.h"
#include "tucana/io/text_line.h"

namespace tucana {
namespace {

enum class Quantity { mass, length, velocity, number };

struct ColumnName {
  std::string_view name;
  Quantity quantity;
  bool required;
};
constexpr std::array known{ColumnName{"mass", Quantity::mass, true},   ColumnName{"x", Quantity::length, true},
                           ColumnName{"y", Quantity::length, true},    ColumnName{"z", Quantity::length, true},
                           ColumnName{"vx", Quantity::velocity, true}, ColumnName{"vy", Quantity::velocity, true},
                           ColumnName{"vz", Quantity::velocity, true}, ColumnName{"radius", Quantity::length, false},
                           ColumnName{"id", Quantity::number, false}};
constexpr std::size_t radius_column = 7, id_column = 8;

struct UnitName {
  std::string_view name;
  Quantity quantity;
  double factor;  ///< in Msun, pc, km/s
};
constexpr std::array units{
    UnitName{"Msun", Quantity::mass, 1}, UnitName{"pc", Quantity::length, 1}, UnitName{"kpc", Quantity::length, 1000},
    UnitName{"AU", Quantity::length, std::numbers::pi / 648000},
    // IAU 2015 resolution B3: 695700 km; 149597870.7 km an AU.
    UnitName{"Rsun", Quantity::length, 695700 / 149597870.7 * std::numbers::pi / 648000},
    UnitName{"km/s", Quantity::velocity, 1}, UnitName{"pc/Myr", Quantity::velocity, kms_per_pc_myr}};

std::string_view trimmed(std::string_view text) {
  const std::size_t from = text.find_first_not_of(" \t\r\"");
  if (from == text.npos) return {};
  return text.substr(from, text.find_last_not_of(" \t\r\"") - from + 1);
}

std::string_view take_field(std::string_view& text) {
  const std::size_t end = std::min(text.find(','), text.size());
  const std::string_view field = trimmed(text.substr(0, end));
  text.remove_prefix(end);
  return field;
}

/// The first line that says something; the text goes on behind it.
std::string_view first_line(std::string_view& text, std::size_t& number) {
  skip_byte_order_mark(text);
  for (number = 1; !text.empty(); ++number) {
    const std::string_view line = trimmed(take_line(text));
    if (!line.empty() && line[0] != '#') return line;
  }
  return {};
}

/// Where a known column stands, and by what its numbers are multiplied.
struct Column {
  std::size_t place;
  std::optional<double> factor;
};
using Columns = std::array<std::optional<Column>, known.size()>;

/// "vx [km/s]" as name and unit.
struct Heading {
  std::string_view name, unit;
};
Heading split_heading(std::string_view field, const TextLine& line) {
  const std::size_t open = field.find_first_of("[(");
  if (open == field.npos) return {field, {}};
  if (field.back() != ']' && field.back() != ')')
    line.fail(fmt::format("{}: a bracket does not end", quoted_word(field)));
  return {trimmed(field.substr(0, open)), trimmed(field.substr(open + 1, field.size() - open - 2))};
}

double factor_of(const Heading& heading, Quantity quantity, const TextLine& line) {
  for (const UnitName& unit : units) {
    if (unit.name == heading.unit && unit.quantity == quantity) return unit.factor;
  }
  line.fail(fmt::format("{}: the unit {} is not known; use Msun; pc, kpc, AU, Rsun; km/s, pc/Myr",
                        quoted_word(heading.name), quoted_word(heading.unit)));
}

Columns parse_header(std::string_view text, const TextLine& line) {
  Columns columns;
  for (std::size_t place = 0;; ++place) {
    const Heading heading = split_heading(take_field(text), line);
    const std::string_view name = heading.name == "m" ? "mass" : heading.name;
    for (std::size_t k = 0; k < known.size(); ++k) {
      if (known[k].name != name) continue;
      if (columns[k]) line.fail(fmt::format("the column {} occurs twice", name));
      columns[k] = Column{place, {}};
      if (!heading.unit.empty() && known[k].quantity != Quantity::number) {
        columns[k]->factor = factor_of(heading, known[k].quantity, line);
      }
    }
    if (text.empty()) break;
    text.remove_prefix(1);
  }
  bool with = false, without = false;
  for (std::size_t k = 0; k < known.size(); ++k) {
    if (!columns[k]) {
      if (known[k].required)
        line.fail(fmt::format("there is no column {}; needed are mass,x,y,z,vx,vy,vz", known[k].name));
      continue;
    }
    if (known[k].quantity != Quantity::number) (columns[k]->factor ? with : without) = true;
  }
  if (with && without)
    line.fail("some columns have units and some have none; give all of mass, place and velocity one");
  return columns;
}

/// The numbers of a row by known column, multiplied by their factors.
struct Row {
  std::array<double, known.size()> numbers;
  std::int64_t id;
};
Row parse_row(std::string_view text, const Columns& columns, std::vector<std::string_view>& fields,
              const TextLine& line) {
  fields.clear();
  for (;;) {
    fields.push_back(take_field(text));
    if (text.empty()) break;
    text.remove_prefix(1);
  }
  Row row{};
  for (std::size_t k = 0; k < known.size(); ++k) {
    if (!columns[k]) continue;
    if (columns[k]->place >= fields.size())
      line.fail(fmt::format("{} columns, but {} is column {}", fields.size(), known[k].name, columns[k]->place + 1));
    const std::string_view field = fields[columns[k]->place];
    if (k == id_column) {
      row.id = parse_table_integer(field, line, "id");
    } else {
      row.numbers[k] = parse_table_number(field, line, known[k].name) * columns[k]->factor.value_or(1);
    }
  }
  if (row.numbers[0] < 0) line.fail(fmt::format("the mass {:g} is negative", row.numbers[0]));
  return row;
}

template <class ToText>
std::string csv_rows(const Stars& stars, std::string text, ToText to_text) {
  for (std::size_t i = 0; i < stars.size(); ++i) to_text(text, i);
  return text;
}

}  // namespace

bool looks_like_csv(std::string_view text) {
  std::size_t number = 0;
  const std::string_view line = first_line(text, number);
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  return line.find(',') != line.npos && is_letter(line[0]);
}

LoadedStars parse_csv_stars(std::string_view text, const std::string& name, double length_unit_pc) {
  std::size_t number = 0;
  const std::string_view header = first_line(text, number);
  const Columns columns = parse_header(header, {name, number});
  LoadedStars loaded;
  std::vector<std::string_view> fields;
  for (++number; !text.empty(); ++number) {
    const std::string_view line = trimmed(take_line(text));
    if (line.empty() || line[0] == '#') continue;
    const Row row = parse_row(line, columns, fields, {name, number});
    const auto& n = row.numbers;
    loaded.stars.mass.push_back(n[0]);
    loaded.stars.position.push_back({n[1], n[2], n[3]});
    loaded.stars.velocity.push_back({n[4], n[5], n[6]});
    loaded.stars.radius.push_back(n[radius_column]);
    loaded.stars.id.push_back(static_cast<StarId>(row.id));
  }
  if (!columns[id_column]) loaded.stars.number_from_one();
  if (columns[0]->factor) take_units(loaded, 1, 1, 1, length_unit_pc);
  return loaded;
}

std::string csv_text(const Stars& stars, const UnitScale& scale) {
  const double m = scale.mass_msun, l = scale.length_pc, s = scale.velocity_kms();
  return csv_rows(stars, "id,mass [Msun],x [pc],y [pc],z [pc],vx [km/s],vy [km/s],vz [km/s],radius [pc]\n",
                  [&](std::string& text, std::size_t i) {
                    const Vec3 x = stars.position[i] * l, v = stars.velocity[i] * s;
                    fmt::format_to(std::back_inserter(text), "{},{},{},{},{},{},{},{},{}\n", value(stars.id[i]),
                                   stars.mass[i] * m, x.x, x.y, x.z, v.x, v.y, v.z, stars.radius[i] * l);
                  });
}

std::string csv_text(const Stars& stars) {
  return csv_rows(stars, "id,mass,x,y,z,vx,vy,vz,radius\n", [&](std::string& text, std::size_t i) {
    const Vec3 &x = stars.position[i], &v = stars.velocity[i];
    fmt::format_to(std::back_inserter(text), "{},{},{},{},{},{},{},{},{}\n", value(stars.id[i]), stars.mass[i], x.x,
                   x.y, x.z, v.x, v.y, v.z, stars.radius[i]);
  });
}

}  // namespace tucana
