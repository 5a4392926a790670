#pragma once

#include "tucana/core/vec3.h"

namespace tucana {

/// Position, velocity, and the derivatives that the schemes carry from step to step: acceleration and jerk, in the
/// 6th-order scheme snap and crackle too.
struct HermiteState {
  Vec3 x, v, a, j;
  Vec3 s = {}, c = {};
};

/// The predicted state of a body; the acceleration is used by schemes that evaluate the snap.
struct HermitePrediction {
  Vec3 x, v;
  Vec3 a = {};
};

/// What an engine computes at the end of a step; the snap only in the 6th-order scheme.
struct HermiteForce {
  Vec3 a, j;
  Vec3 s = {};
};

/// The end of a step, and how long the next one should be.
struct HermiteStep {
  HermiteState end;
  double wanted_step;
};

}  // namespace tucana
