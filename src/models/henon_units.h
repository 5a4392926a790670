#pragma once

#include "tucana/core/stars.h"

namespace tucana {

/// Moves the centre of mass to the origin, at rest there. Stars without any mass are centred by number.
void centre_on_mass(StarsBuffer& stars);

/// Puts the centre of mass at rest where it is.
void remove_mean_velocity(StarsBuffer& stars);

/// Scales a model with total mass 1 to Henon units (Heggie & Mathieu 1986; G = 1, M = 1, E = -1/4) in virial
/// equilibrium: positions so that the potential energy, `potential` before, becomes -1/2; velocities so that the
/// kinetic energy becomes 1/4. Both hold to rounding for this very set of stars, not on the average over
/// realisations. `potential` is Newton's: a run with softening starts with a slightly smaller |V|.
/// A model without potential energy (one star, tracers alone) is left as it is, one without motion stays cold.
void scale_to_henon_units(StarsBuffer& stars, double potential);

/// The same with a kinetic energy of `virial_ratio` |V|, 0 <= ratio < 1, instead of equilibrium (1/2): E is -1/4 still,
/// so that V = -1 / (4 (1 - ratio)).
void scale_to_henon_units(StarsBuffer& stars, double potential, double virial_ratio);

}  // namespace tucana
