#pragma once

#include "tucana/core/vec3.h"

namespace tucana {

/// What a field does to a body: acceleration with its first two derivatives along the orbit, and the potential.
struct FieldValue {
  Vec3 acceleration, jerk, snap;
  double potential = 0;

  FieldValue& operator+=(const FieldValue& other) {
    acceleration += other.acceleration;
    jerk += other.jerk;
    snap += other.snap;
    potential += other.potential;
    return *this;
  }
};

/// A field of force beside that of the bodies, such as the tide of a galaxy: a pure function of time, place and
/// velocity in code units. Bodies feel it and do not act on it.
class ExternalField {
 public:
  virtual ~ExternalField() = default;
  /// `a` is the whole acceleration of the body, on which the snap depends.
  virtual FieldValue at(double time, const Vec3& x, const Vec3& v, const Vec3& a) const = 0;
  /// Whether energy in the field is conserved.
  virtual bool is_static() const { return true; }
};

}  // namespace tucana
