#pragma once

#include <vector>

#include "tucana/core/stars.h"
#include "tucana/core/workers.h"

namespace tucana::binding {

/// What stars do to bodies without mass at given places.
struct GravityAtPoints {
  std::vector<Vec3> acceleration;
  std::vector<double> potential;
};

/// Sums over all stars in double precision, with a Plummer softening. Throws InputError for a place where the result is
/// not finite: that of a star, without softening.
GravityAtPoints gravity_at(const Stars& stars, const std::vector<Vec3>& places, double softening, Workers& workers);
/// The same on every star, by all others.
GravityAtPoints gravity_on(const Stars& stars, double softening, Workers& workers);

}  // namespace tucana::binding
