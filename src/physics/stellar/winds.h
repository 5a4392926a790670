#pragma once

#include "tucana/core/enum_words.h"
#include "tucana/physics/stellar/stellar_type.h"

namespace tucana::stellar {

/// off; sse: Hurley, Pols & Tout 2000, section 7.1; vink: Vink et al. 2001 with luminous blue variables and Wolf-Rayet
/// stars, the set of Belczynski et al. 2010.
enum class WindKind { off, sse, vink };

}  // namespace tucana::stellar

namespace tucana {
template <>
inline constexpr auto enum_words<stellar::WindKind> = std::to_array<EnumWord<stellar::WindKind>>(
    {{stellar::WindKind::vink, "vink"}, {stellar::WindKind::sse, "sse"}, {stellar::WindKind::off, "off"}});
}  // namespace tucana

namespace tucana::stellar {

struct WindOptions {
  WindKind kind = WindKind::vink;
  /// eta of Reimers' law for giants.
  double reimers = 0.5;
  /// Factor of the winds of naked helium stars.
  double helium_factor = 1;
  /// Metallicity that the metallicity laws are relative to; 0.02 is that of the fits.
  double solar_metallicity = 0.02;
  /// f_lbv of Belczynski et al. 2010, eq. 8: the rate of luminous blue variables in 1e-4 Msun/yr.
  double luminous_blue_variable = 1.5;
  bool operator==(const WindOptions&) const = default;
};

/// What a wind depends on, in solar units; temperature in K.
struct WindSource {
  StellarType type;
  double luminosity, radius, temperature;
  double mass, core_mass;
  double metallicity;
};

/// The mass that the star loses by its wind, in Msun/yr; 0 for remnants.
double wind_rate(const WindOptions& options, const WindSource& star);

}  // namespace tucana::stellar
