#pragma once

#include "tucana/core/frame.h"
#include "tucana/core/function_ref.h"
#include "tucana/core/vec3.h"
#include "tucana/fewbody/inner_time.h"

namespace tucana {

/// The masses of the two members of a pair.
struct PairMasses {
  double first = 0, second = 0;

  double sum() const { return first + second; }
  double reduced() const { return first * (second / sum()); }
  /// Where the members are relative to their centre of mass, x being first minus second.
  Vec3 first_of(const Vec3& x) const { return (second / sum()) * x; }
  Vec3 second_of(const Vec3& x) const { return (-first / sum()) * x; }
};

/// The members of a pair at one time, relative to their centre of mass: the question to which a Perturbation answers.
struct PairMotion {
  Vec3 x1, x2;
  /// How fast these positions change. A slowed pair runs through its orbit `slow_down` times less often: its members'
  /// own velocities, which forces that depend on velocities need, are this many times larger.
  Vec3 v1, v2;
  InnerTime time;
  double slow_down = 1;
};

/// What others add to the acceleration of the first member relative to the second, and its derivative by time along the
/// motion.
struct Perturbation {
  Vec3 acceleration, jerk;
};

/// A sum over perturbers at a given moment. It is called once a step; a caller with many pairs may instead use
/// predict() and correct() of a pair, and answer the questions of all of them in one pass.
using PerturbationFunction = FunctionRef<Perturbation(const PairMotion&)>;

}  // namespace tucana
