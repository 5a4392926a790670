#pragma once

#include "tucana/physics/stellar/tracks/core_growth.h"
#include "tucana/physics/stellar/tracks/structure.h"

/// Naked helium stars: Hurley, Pols & Tout 2000, section 6.1. Times in Myr, the rest in solar units.
namespace tucana::stellar::helium_star {

double zero_age_luminosity(double mass);     ///< eq. 77
double zero_age_radius(double mass);         ///< eq. 78
double main_sequence_lifetime(double mass);  ///< eq. 79
/// At a fraction 0 to 1 of the main sequence (eqs. 80 and 81).
double main_sequence_luminosity(double mass, double fraction);
double main_sequence_radius(double mass, double fraction);
/// Of a star that burns helium in a shell (eqs. 85 to 88): the smaller of the radius in the Hertzsprung gap and on the
/// giant branch. terminal_luminosity is that at the end of the main sequence.
double gap_radius(double mass, double luminosity, double terminal_luminosity);
double giant_radius(double luminosity);
/// The largest mass of the carbon-oxygen core that a star of this mass can grow (eq. 89).
double largest_core(double mass);

/// The life of a helium star of a track mass after its main sequence.
struct ShellBurning {
  explicit ShellBurning(double mass);
  double start;  ///< the end of the main sequence
  double terminal_luminosity;
  CoreRelation relation;
  CoreGrowth growth;
};

/// A helium star in its main sequence: track mass for the luminosity, present mass for the radius.
Structure main_sequence(double track_mass, double mass, double fraction);
/// A helium star with a burning shell at the given age; small_envelope.h corrects it for a small envelope.
Structure shell_burning(const ShellBurning& burning, double mass, double age);

}  // namespace tucana::stellar::helium_star
