#pragma once

#include "tucana/core/vec3.h"

namespace tucana::stellar {

/// A pair when one of its stars explodes: masses in Msun, relative position (exploding star minus companion) in Rsun
/// and velocity in Rsun/yr, at the actual phase of the orbit.
struct ExplodingPair {
  double mass, remnant_mass, companion_mass;
  Vec3 position, velocity;
};

struct PairAfterSupernova {
  bool is_bound = true;
  /// Rsun; negative for a hyperbola.
  double semi_major_axis = 0;
  double eccentricity = 0;
  /// What the centre of mass gains, in Rsun/yr, relative to that before.
  Vec3 systemic_velocity;
};

/// Sudden loss of mass and a kick (Rsun/yr): Hurley, Tout & Pols 2002, appendix A1, after Hills 1983; by vectors.
PairAfterSupernova explode(const ExplodingPair& pair, const Vec3& kick);

}  // namespace tucana::stellar
