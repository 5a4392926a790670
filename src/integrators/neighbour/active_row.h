#pragma once

#include "tucana/gravity/partial_force.h"

namespace tucana {

/// An active body of the neighbour scheme at the end of its step: at first as predicted, then corrected.
struct alignas(64) ActiveRow {
  Vec3 x, v;
  PartialForce irregular;
  PartialForce total;  ///< of all sources
  double wanted_step;
};

/// What is known about a row when it has been computed.
struct ActiveFacts {
  double speed2;  ///< square of the velocity
  double pull2;   ///< square of the irregular acceleration
  double sum;     ///< of all numbers of state and force: finite if they are
};

}  // namespace tucana
