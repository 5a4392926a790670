#pragma once

#include <cstdint>
#include <string_view>

namespace tucana::stellar {

/// The kinds of stars of Hurley, Pols & Tout 2000, with their numbers.
enum class StellarType : std::int32_t {
  low_mass_main_sequence = 0,
  main_sequence = 1,
  hertzsprung_gap = 2,
  giant_branch = 3,
  core_helium_burning = 4,
  early_agb = 5,
  pulsing_agb = 6,
  helium_main_sequence = 7,
  helium_hertzsprung_gap = 8,
  helium_giant = 9,
  helium_white_dwarf = 10,
  carbon_oxygen_white_dwarf = 11,
  oxygen_neon_white_dwarf = 12,
  neutron_star = 13,
  black_hole = 14,
  no_remnant = 15,
};

/// For people: "main sequence", "black hole".
std::string_view name_of(StellarType type);

constexpr int number_of(StellarType type) { return static_cast<int>(type); }
constexpr bool is_main_sequence(StellarType type) { return type <= StellarType::main_sequence; }
constexpr bool is_naked_helium(StellarType type) {
  return type >= StellarType::helium_main_sequence && type <= StellarType::helium_giant;
}
constexpr bool is_helium_shell_burning(StellarType type) {
  return type == StellarType::helium_hertzsprung_gap || type == StellarType::helium_giant;
}
constexpr bool is_white_dwarf(StellarType type) {
  return type >= StellarType::helium_white_dwarf && type <= StellarType::oxygen_neon_white_dwarf;
}
/// White dwarfs, neutron stars, black holes, and nothing at all.
constexpr bool is_remnant(StellarType type) { return type >= StellarType::helium_white_dwarf; }

}  // namespace tucana::stellar
