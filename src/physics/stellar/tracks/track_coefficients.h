#pragma once

#include "tucana/physics/stellar/tracks/core_helium_fits.h"
#include "tucana/physics/stellar/tracks/core_mass_fits.h"
#include "tucana/physics/stellar/tracks/giant_fits.h"
#include "tucana/physics/stellar/tracks/main_sequence_fits.h"
#include "tucana/physics/stellar/tracks/main_sequence_shape.h"
#include "tucana/physics/stellar/tracks/metallicity.h"
#include "tucana/physics/stellar/tracks/zams.h"

namespace tucana::stellar {

/// All fits at one metallicity. Immutable; made once for each metallicity and shared by the stars that have it.
struct TrackCoefficients {
  /// Throws InputError for a metallicity outside of the range of the fits.
  explicit TrackCoefficients(double z);

  Metallicity metallicity;
  Zams zams;
  MainSequenceFits main_sequence;
  MainSequenceShape shape;
  GiantFits giants;
  CoreMassFits cores;
  CoreHeliumFits helium;
  /// Core masses of a star of the flash mass at the base of the giant branch and at ignition; a naked helium star below
  /// the latter does not burn helium.
  double flash_core_at_base, flash_core_at_ignition;
  /// The smallest radius of low-mass stars in core helium burning is R_GB times this to the power M / M_HeF (eq. 55).
  double low_mass_radius_ratio;
};

}  // namespace tucana::stellar
