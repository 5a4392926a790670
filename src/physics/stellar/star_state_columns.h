#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "tucana/core/check_loaded.h"
#include "tucana/physics/stellar/star_state.h"

namespace tucana::stellar {

/// A value of an enum in each row, as a column of numbers from 0 to `last`.
template <class Row, class Enum>
void enum_column(Archive& archive, const char* name, std::vector<Row>& rows, Enum& (*member)(Row&), Enum last) {
  std::vector<std::int32_t> numbers;
  for (Row& row : rows) numbers.push_back(static_cast<std::int32_t>(member(row)));
  archive.field(name, numbers);
  if (!archive.loading()) return;
  check_loaded(
      numbers.size() == rows.size() &&
          std::ranges::all_of(
              numbers, [&](std::int32_t number) { return number >= 0 && number <= static_cast<std::int32_t>(last); }),
      "it holds stars of unknown kinds");
  for (std::size_t i = 0; i < rows.size(); ++i) member(rows[i]) = static_cast<Enum>(numbers[i]);
}

/// Whether a star from a file can be advanced: its numbers are those of some star.
inline bool is_sound(const Star& star) {
  const std::array numbers{star.mass,       star.track_mass, star.track_age,   star.core_mass, star.co_core_mass,
                           star.luminosity, star.radius,     star.core_radius, star.spin};
  return std::ranges::all_of(numbers, [](double x) { return std::isfinite(x) && x >= 0; }) && star.mass > 0 &&
         star.mass < 1e6 && star.track_mass > 0 && star.track_mass < 1e6 && !std::isnan(star.age);
}

/// The stars in all rows of a table as columns, in a group of this name.
template <class Row>
void describe_star_columns(Archive& archive, const char* group_name, std::vector<Row>& rows, Star& (*star)(Row&)) {
  const Archive::Group group(archive, group_name);
  const auto column = [&](const char* name, double Star::*member) {
    archive.column(name, rows, [&](Row& row) -> double& { return star(row).*member; });
  };
  column("age", &Star::age);
  column("mass", &Star::mass);
  column("track_mass", &Star::track_mass);
  column("track_age", &Star::track_age);
  column("core_mass", &Star::core_mass);
  column("co_core_mass", &Star::co_core_mass);
  column("core_radius", &Star::core_radius);
  column("luminosity", &Star::luminosity);
  column("radius", &Star::radius);
  column("spin", &Star::spin);
  std::vector<std::int32_t> types;
  for (Row& row : rows) types.push_back(number_of(star(row).type));
  archive.field("type", types);
  if (!archive.loading()) return;
  check_loaded(types.size() == rows.size(), "it holds stars without types");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    check_loaded(types[i] >= 0 && types[i] < number_of(StellarType::no_remnant), "it holds stars of unknown types");
    star(rows[i]).type = static_cast<StellarType>(types[i]);
    check_loaded(is_sound(star(rows[i])), "it holds stars that cannot be");
  }
}

/// The states of the stars of a table, as columns: `Row::state`.
template <class Row>
void describe_states(Archive& archive, std::vector<Row>& rows) {
  archive.column("initial_mass", rows, [](Row& row) -> double& { return row.state.initial_mass; });
  archive.column("metallicity", rows, [](Row& row) -> double& { return row.state.metallicity; });
  archive.column("supernovae", rows, [](Row& row) -> std::uint32_t& { return row.state.supernovae; });
  describe_star_columns<Row>(archive, "now", rows, [](Row& row) -> Star& { return row.state.now; });
  describe_star_columns<Row>(archive, "base", rows, [](Row& row) -> Star& { return row.state.base; });
  describe_star_columns<Row>(archive, "next", rows, [](Row& row) -> Star& { return row.state.next; });
  enum_column<Row, StarState::StepEnd>(
      archive, "end", rows, [](Row& row) -> StarState::StepEnd& { return row.state.end; },
      StarState::StepEnd::envelope);
}

}  // namespace tucana::stellar
