#pragma once

#include "tucana/core/vec3.h"

namespace tucana {

/// Mass, position and velocity of a body at some time.
struct BodyAt {
  double mass = 0;
  Vec3 x, v;
};

/// The state of two bodies that have become one at their centre of mass.
inline BodyAt merged(const BodyAt& one, const BodyAt& other, double mass) {
  const double sum = one.mass + other.mass;
  const double share = sum > 0 ? other.mass / sum : 0.5;
  return {mass, one.x + share * (other.x - one.x), one.v + share * (other.v - one.v)};
}

}  // namespace tucana
