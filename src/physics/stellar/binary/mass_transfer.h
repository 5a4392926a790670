#pragma once

#include <optional>

#include "tucana/core/enum_words.h"
#include "tucana/physics/stellar/star_state.h"

namespace tucana::stellar {

/// Which giants lose mass unstably: those above the mass ratio of Hjellming & Webbink 1987 (ApJ 318, 794) for condensed
/// polytropes, or of equation 57 of Hurley, Tout & Pols 2002, which is stricter.
enum class GiantStability { hjellming_webbink, hurley };

}  // namespace tucana::stellar

namespace tucana {
template <>
inline constexpr auto enum_words<stellar::GiantStability> = std::to_array<EnumWord<stellar::GiantStability>>(
    {{stellar::GiantStability::hjellming_webbink, "hjellming_webbink"}, {stellar::GiantStability::hurley, "hurley"}});
}  // namespace tucana

namespace tucana::stellar {

/// Mass transfer by Roche-lobe overflow: Hurley, Tout & Pols 2002, section 2.6. Rates in Msun/yr, times in yr.

/// x of R ~ M^-x on the giant branch (Hurley, Pols & Tout 2000, eq. 47); zeta = log10(Z/0.02).
double giant_exponent(double zeta);

/// The ratio of the donor's mass to the companion's above which the transfer is dynamical (section 2.6.1; low-mass
/// main-sequence stars and white dwarfs from their response to losses).
double critical_mass_ratio(const Star& donor, GiantStability rule, double giant_exponent);

/// Steady transfer, which keeps the donor little above its Roche lobe (eqs. 58 and 59), at most all of the donor on its
/// thermal time scale, or on the dynamical one if it has no envelope (eqs. 60 and 62).
double transfer_rate(const Star& donor, double roche_radius);

/// Kelvin-Helmholtz time of the star or of its envelope (eq. 61).
double thermal_time(const Star& star);
/// Dynamical time (eq. 63).
double dynamical_time(const Star& star);
/// Above this rate radiation stops the accretion (eq. 67); hydrogen_fraction is X.
double eddington_rate(double accretor_radius, double hydrogen_fraction);

struct AccretionOptions {
  /// Factor of the Eddington rate, up to which compact stars accrete; 10 is nearly no limit.
  double eddington_factor = 10;
  /// The part of what a white dwarf accretes that stays after nova eruptions.
  double kept_by_novae = 1e-3;
  bool operator==(const AccretionOptions&) const = default;
};

/// What becomes of the matter that a donor loses (section 2.6.6). The rest leaves the pair.
struct Accretion {
  double taken = 0;  ///< arrives at the companion, Msun/yr
  double kept = 0;   ///< stays there: less after novae
  /// What is lost leaves from the companion, not from the donor.
  bool lost_by_companion = false;
  /// The companion swells up: a white dwarf that hydrogen falls on so fast that it forms an envelope, or a naked helium
  /// star that gains more than 1e-4 of its mass in one orbit.
  std::optional<StellarType> new_giant;
};
Accretion accretion(const AccretionOptions& options, const Star& donor, const Star& companion, double rate,
                    double hydrogen_fraction, double period);

}  // namespace tucana::stellar
