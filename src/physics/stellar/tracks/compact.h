#pragma once

#include "tucana/core/enum_words.h"

namespace tucana::stellar {

/// How white dwarfs cool: by Mestel's law (Hurley, Pols & Tout 2000, eq. 90), or by the modified one of Hurley & Shara
/// 2003 (ApJ 589, 179), which is fitted to models with crystallisation.
enum class WhiteDwarfCooling { mestel, modified };

}  // namespace tucana::stellar

namespace tucana {
template <>
inline constexpr auto enum_words<stellar::WhiteDwarfCooling> = std::to_array<EnumWord<stellar::WhiteDwarfCooling>>(
    {{stellar::WhiteDwarfCooling::modified, "modified"}, {stellar::WhiteDwarfCooling::mestel, "mestel"}});
}  // namespace tucana

namespace tucana::stellar {

/// A white dwarf's composition decides how fast it cools: baryon number 4 for helium, 16 for carbon, oxygen and neon.
inline constexpr double helium_baryons = 4, carbon_oxygen_baryons = 16;

/// Compact stars in solar units; ages in Myr since their formation.
double white_dwarf_luminosity(WhiteDwarfCooling cooling, double mass, double z, double baryons, double age);
double white_dwarf_radius(double mass);                   ///< eq. 91
double neutron_star_luminosity(double mass, double age);  ///< eq. 93
/// 10 km, as in the paper.
inline constexpr double neutron_star_radius = 1.4e-5;
/// Of the event horizon (eq. 94).
double black_hole_radius(double mass);
/// Black holes do not shine; a small number keeps logarithms finite (eq. 96).
inline constexpr double black_hole_luminosity = 1e-10;

}  // namespace tucana::stellar
