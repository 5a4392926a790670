#pragma once

#include "tucana/physics/stellar/tracks/core_growth.h"
#include "tucana/physics/stellar/tracks/track_coefficients.h"

namespace tucana::stellar {

/// The times, luminosities and core masses that divide the life of a star with hydrogen into phases: Hurley, Pols &
/// Tout 2000, sections 5.1 to 5.4. They depend on the track mass (the mass at birth, lowered by winds on the main
/// sequence) and the metallicity alone. Times are ages in Myr.
struct Landmarks {
  Landmarks(const TrackCoefficients& tracks, double track_mass);

  const TrackCoefficients& tracks;
  double mass;   ///< the track mass, at most largest_fit_mass
  bool flashes;  ///< helium ignites in a degenerate core
  bool has_giant_branch;

  double main_sequence_end;
  double gap_end;       ///< base of the giant branch, or ignition where there is none
  double ignition;      ///< of helium
  double burning_time;  ///< duration of core helium burning
  double agb_start;
  double second_dredge_up;  ///< when the shells meet: start of thermal pulses

  double terminal_luminosity, terminal_radius;  ///< at the end of the main sequence
  double gap_end_luminosity;
  double ignition_luminosity;
  /// The smallest in core helium burning, or that of the horizontal branch; at the end of burning where there is no
  /// giant branch.
  double burning_luminosity;
  double agb_luminosity;

  double gap_end_core;          ///< helium core at gap_end
  double ignition_core;         ///< helium core at ignition
  double agb_core;              ///< helium core at the base of the AGB
  double dredge_up_core;        ///< the common core after the second dredge-up
  double explosion_core;        ///< the carbon-oxygen core at which carbon burns violently (eq. 75)
  double dredge_up_efficiency;  ///< lambda of the third dredge-up (eq. 73)

  CoreRelation relation;
  CoreGrowth giant, early_agb, pulsing;

  /// The age at which the core of a pulsing star has this mass, the third dredge-up included.
  double pulsing_time(double core_mass) const;
  double pulsing_core(double age) const;
  /// The age at which the carbon-oxygen core reaches explosion_core, if mass loss does not end the star before.
  double explosion;
};

}  // namespace tucana::stellar
