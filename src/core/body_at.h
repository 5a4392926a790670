#pragma once

#include "tucana/core/vec3.h"

namespace tucana {

/// Mass, position and velocity of a body at some time.
struct BodyAt {
  double mass = 0;
  Vec3 x, v;
};

}  // namespace tucana
