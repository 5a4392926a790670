#include "tucana/physics/stellar/stellar_type.h"

#include <array>

namespace tucana::stellar {

std::string_view name_of(StellarType type) {
  static constexpr std::array<std::string_view, 16> names = {
      "low-mass main sequence",
      "main sequence",
      "Hertzsprung gap",
      "giant branch",
      "core helium burning",
      "early AGB",
      "thermally pulsing AGB",
      "helium main sequence",
      "helium Hertzsprung gap",
      "helium giant branch",
      "helium white dwarf",
      "carbon-oxygen white dwarf",
      "oxygen-neon white dwarf",
      "neutron star",
      "black hole",
      "no remnant",
  };
  return names.at(static_cast<std::size_t>(type));
}

}  // namespace tucana::stellar
