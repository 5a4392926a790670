#pragma once

#include "tucana/physics/stellar/tracks/compact.h"
#include "tucana/physics/stellar/tracks/helium_star.h"
#include "tucana/physics/stellar/tracks/landmarks.h"
#include "tucana/physics/stellar/tracks/structure.h"

/// Stars whose envelope is nearly gone approach the star that their core would be without it: Hurley, Pols & Tout 2000,
/// section 6.3, equations 97 to 105.
namespace tucana::stellar {

/// The star that remains when the envelope is gone, at once after its loss.
struct BareCore {
  double luminosity, radius;
  /// The core as long as the envelope is there: a hot degenerate core is five times as large as a cold one.
  double hot_radius;
};

/// On the Hertzsprung gap or giant branch: a helium star, or a helium white dwarf if the core is degenerate.
BareCore bare_core_of_giant(const Landmarks& landmarks, WhiteDwarfCooling cooling, double core_mass);
/// In core helium burning, at a fraction 0 to 1 of it: a helium star that has burnt as much.
BareCore bare_core_in_helium_burning(double core_mass, double fraction);
/// On the early asymptotic giant branch: a helium giant with the same carbon-oxygen core.
BareCore bare_core_on_early_agb(const Landmarks& landmarks, const Structure& star, double mass, double age);
/// Where a carbon-oxygen core is bare: a white dwarf.
BareCore bare_carbon_oxygen_core(WhiteDwarfCooling cooling, double core_mass, double z);

/// mu of eq. 97: the relative mass of the envelope, scaled so that below 1 it matters. Also enters the winds.
double envelope_measure(double mass, double core_mass, double luminosity);
/// The same for helium giants (eq. 98).
double helium_envelope_measure(double mass, double core_mass);

/// The star with its small envelope of measure mu taken into account.
Structure with_small_envelope(const Structure& star, const BareCore& bare, double mass, double mu);

}  // namespace tucana::stellar
