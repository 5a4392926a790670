#pragma once

#include "tucana/physics/stellar/remnant_mass.h"
#include "tucana/physics/stellar/tracks/compact.h"
#include "tucana/physics/stellar/winds.h"

namespace tucana::stellar {

struct CollisionOptions {
  /// The part of a star with an envelope that a neutron star or black hole swallows; the rest is lost. 0 in Hurley,
  /// Tout & Pols 2002: the envelope of a Thorne-Zytkow object is expelled.
  double swallowed_by_neutron_star = 0;
  double swallowed_by_black_hole = 0;
  bool operator==(const CollisionOptions&) const = default;
};

/// What can be chosen about the lives of single stars.
struct EvolutionOptions {
  WindOptions winds;
  RemnantOptions remnants;
  CollisionOptions collisions;
  WhiteDwarfCooling cooling = WhiteDwarfCooling::modified;
  /// Steps are not shortened below this (Myr) because the radius changes fast: 100 yr by default. The wind may shorten
  /// them further.
  double shortest_interval = 1e-4;
  /// Relative changes of radius and mass over one step.
  double max_radius_change = 0.1, max_mass_change = 0.02;
  /// Estimated relative error of the mass that the wind leaves, for one step.
  double wind_tolerance = 1e-6;
  bool operator==(const EvolutionOptions&) const = default;
};

}  // namespace tucana::stellar
