#pragma once

#include <span>
#include <string>
#include <string_view>

#include "tucana/core/enum_words.h"
#include "tucana/core/units.h"

namespace tucana {

/// What a number measures.
enum class Dimension { none, length, mass, time, velocity };

template <>
inline constexpr auto enum_words<Dimension> = std::to_array<EnumWord<Dimension>>({{Dimension::none, "none"},
                                                                                  {Dimension::length, "length"},
                                                                                  {Dimension::mass, "mass"},
                                                                                  {Dimension::time, "time"},
                                                                                  {Dimension::velocity, "velocity"}});

/// A unit that people write behind a number.
struct Unit {
  std::string_view name;
  Dimension dimension;
  double size;  ///< in pc, Msun, Myr or km/s
};

/// All that are known, dimension by dimension, from small to large.
std::span<const Unit> known_units();

/// nullptr when there is no such unit, or not of this dimension.
const Unit* find_unit(Dimension dimension, std::string_view name);

/// "day, yr, kyr, Myr, Gyr"
std::string unit_names(Dimension dimension);

/// The unit of size 1: pc, Msun, Myr or km/s.
std::string_view unit_of_one(Dimension dimension);

/// A number of units in the units of a run.
double in_code_units(double number, const Unit& unit, const UnitScale& scale);

}  // namespace tucana
