#include "tucana/physics/stellar/evolution_columns.h"

#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "tucana/core/error.h"
#include "tucana/physics/stellar/star_state_columns.h"

namespace tucana::stellar {
namespace {

struct Column {
  const char* name;
  const char* description;
  double (*get)(const StarState&);
};

constexpr std::array<Column, 15> all_columns = {{
    {"StellarTypes", "Types of Hurley, Pols & Tout 2000, 0 to 14; -1 for bodies that do not evolve",
     [](const StarState& s) { return static_cast<double>(number_of(s.now.type)); }},
    {"StellarAges", "Ages in Myr", [](const StarState& s) { return s.now.age; }},
    {"StellarMasses", "Masses on the tracks in Msun, to which Masses are set from time to time",
     [](const StarState& s) { return s.now.mass; }},
    {"StellarRadii", "Radii on the tracks in Rsun, to which Radii are set from time to time",
     [](const StarState& s) { return s.now.radius; }},
    {"Luminosities", "Luminosities in Lsun", [](const StarState& s) { return s.now.luminosity; }},
    {"Temperatures", "Effective temperatures in K", [](const StarState& s) { return s.now.temperature(); }},
    {"InitialMasses", "Masses at birth in Msun", [](const StarState& s) { return s.initial_mass; }},
    {"TrackMasses", "Masses in Msun of the tracks that the stars follow",
     [](const StarState& s) { return s.now.track_mass; }},
    {"TrackAges",
     "Ages on these tracks in Myr, of remnants since they formed; the epoch of a star is the time minus this",
     [](const StarState& s) { return s.now.track_age; }},
    {"CoreMasses", "Masses of the cores in Msun", [](const StarState& s) { return s.now.core_mass; }},
    {"CarbonOxygenCoreMasses", "Masses of the carbon-oxygen cores in Msun",
     [](const StarState& s) { return s.now.co_core_mass; }},
    {"CoreRadii", "Radii of the cores in Rsun", [](const StarState& s) { return s.now.core_radius; }},
    {"Spins", "Angular velocities in radians per year", [](const StarState& s) { return s.now.spin; }},
    {"Metallicities", "Metallicities", [](const StarState& s) { return s.metallicity; }},
    {"Supernovae", "How many supernovae the stars have had",
     [](const StarState& s) { return static_cast<double>(s.supernovae); }},
}};

/// All columns must be there if the first is.
double value_of(const StarColumns& columns, const char* name, std::size_t row) {
  const StarColumn* column = find_column(columns, name);
  if (column == nullptr || row >= column->values.size())
    throw InputError(std::string("the snapshot has StellarTypes, but no ") + name);
  return column->values[row];
}

}  // namespace

StarColumns evolution_columns(std::size_t rows) {
  StarColumns columns;
  for (const Column& column : all_columns)
    columns.push_back(
        {column.name, column.description, std::vector<double>(rows, std::numeric_limits<double>::quiet_NaN())});
  columns.front().values.assign(rows, -1);
  return columns;
}

void store_star(StarColumns& columns, std::size_t row, const StarState& state) {
  for (std::size_t i = 0; i < all_columns.size(); ++i) columns[i].values[row] = all_columns[i].get(state);
}

std::optional<StoredStar> stored_star(const StarColumns& columns, std::size_t row, std::int64_t id) {
  const StarColumn* types = find_column(columns, "StellarTypes");
  if (types == nullptr || row >= types->values.size() || types->values[row] == -1) return {};
  const auto refuse = [&] {
    throw InputError("star " + std::to_string(id) + " of the snapshot is not a star that can be evolved further");
  };
  const double type = types->values[row];
  if (!(type >= 0 && type < number_of(StellarType::no_remnant) && type == std::floor(type))) refuse();
  const auto get = [&](const char* name) { return value_of(columns, name, row); };
  Star now;
  now.type = static_cast<StellarType>(static_cast<int>(type));
  now.age = get("StellarAges");
  now.mass = get("StellarMasses");
  now.radius = get("StellarRadii");
  now.luminosity = get("Luminosities");
  now.track_mass = get("TrackMasses");
  now.track_age = get("TrackAges");
  now.core_mass = get("CoreMasses");
  now.co_core_mass = get("CarbonOxygenCoreMasses");
  now.core_radius = get("CoreRadii");
  now.spin = get("Spins");
  const double supernovae = get("Supernovae"), initial_mass = get("InitialMasses");
  if (!is_sound(now) || !(now.age >= 0 && now.age < 1e9) || !(supernovae >= 0 && supernovae < 1e6) ||
      !(initial_mass > 0 && initial_mass < 1e6))
    refuse();
  return StoredStar{now, initial_mass, get("Metallicities"), static_cast<std::uint32_t>(supernovae)};
}

}  // namespace tucana::stellar
