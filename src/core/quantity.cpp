#include "tucana/core/quantity.h"

#include <algorithm>
#include <array>
#include <numbers>

namespace tucana {
namespace {

// IAU 2012 resolution B2: the au in km. IAU 2015 resolution B2: the parsec is 648000/pi au. IAU 2015 resolution B3: the
// nominal solar radius in km (Prsa et al. 2016).
constexpr double au_in_pc = std::numbers::pi / 648000;
constexpr double km_in_pc = au_in_pc / 149597870.7;
constexpr double solar_radius_in_pc = 695700 * km_in_pc;
/// A Julian year has 365.25 days.
constexpr double day_in_myr = 1e-6 / 365.25;

constexpr std::array units = {Unit{"km", Dimension::length, km_in_pc},
                              Unit{"Rsun", Dimension::length, solar_radius_in_pc},
                              Unit{"AU", Dimension::length, au_in_pc},
                              Unit{"pc", Dimension::length, 1},
                              Unit{"kpc", Dimension::length, 1e3},
                              Unit{"Mpc", Dimension::length, 1e6},
                              Unit{"Msun", Dimension::mass, 1},
                              Unit{"day", Dimension::time, day_in_myr},
                              Unit{"yr", Dimension::time, 1e-6},
                              Unit{"kyr", Dimension::time, 1e-3},
                              Unit{"Myr", Dimension::time, 1},
                              Unit{"Gyr", Dimension::time, 1e3},
                              Unit{"pc/Myr", Dimension::velocity, UnitScale::pc_per_kms_in_myr},
                              Unit{"km/s", Dimension::velocity, 1}};

/// The unit of a run, in those of Unit::size.
double size_of_one(Dimension dimension, const UnitScale& scale) {
  switch (dimension) {
    case Dimension::length: return scale.length_pc;
    case Dimension::mass: return scale.mass_msun;
    case Dimension::time: return scale.time_myr();
    case Dimension::velocity: return scale.velocity_kms();
    case Dimension::none: break;
  }
  return 1;
}

}  // namespace

std::span<const Unit> known_units() { return units; }

const Unit* find_unit(Dimension dimension, std::string_view name) {
  const auto* found = std::find_if(units.begin(), units.end(),
                                   [&](const Unit& unit) { return unit.dimension == dimension && unit.name == name; });
  return found == units.end() ? nullptr : found;
}

std::string unit_names(Dimension dimension) {
  std::string names;
  for (const Unit& unit : units) {
    if (unit.dimension != dimension) continue;
    if (!names.empty()) names += ", ";
    names += unit.name;
  }
  return names;
}

std::string_view unit_of_one(Dimension dimension) {
  const auto* found = std::find_if(units.begin(), units.end(),
                                   [&](const Unit& unit) { return unit.dimension == dimension && unit.size == 1; });
  return found == units.end() ? std::string_view() : found->name;
}

double in_code_units(double number, const Unit& unit, const UnitScale& scale) {
  return number * unit.size / size_of_one(unit.dimension, scale);
}

}  // namespace tucana
