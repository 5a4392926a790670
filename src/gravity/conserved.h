#pragma once

#include "tucana/core/vec3.h"

namespace tucana {

/// Conserved quantities of the bodies; the angular momentum is about the origin of the coordinates.
struct Conserved {
  double kinetic = 0, potential = 0;
  Vec3 angular_momentum;
};

}  // namespace tucana
