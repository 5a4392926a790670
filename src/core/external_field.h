#pragma once

#include <string>

#include "tucana/core/vec3.h"

namespace tucana {

/// What a field does to a body: the acceleration with its first two derivatives along the orbit of the body.
struct FieldValue {
  Vec3 acceleration, jerk, snap;

  FieldValue& operator+=(const FieldValue& other) {
    acceleration += other.acceleration;
    jerk += other.jerk;
    snap += other.snap;
    return *this;
  }
};

/// A field of force beside that of the bodies, such as that of a galaxy: a pure function of time and place in code
/// units, in coordinates that are at rest. Bodies feel it and do not act on it.
class ExternalField {
 public:
  virtual ~ExternalField() = default;
  /// At a body with velocity v; `a` is its whole acceleration, on which the snap depends.
  virtual FieldValue at(double time, const Vec3& x, const Vec3& v, const Vec3& a) const = 0;
  virtual Vec3 acceleration(double time, const Vec3& x) const = 0;
  /// Apart from at(), because energies need it and integrators do not.
  virtual double potential(double time, const Vec3& x) const = 0;
  /// Whether the field is the same at all times, so that energy is conserved in it.
  virtual bool is_static() const { return true; }
  /// For people and logs: "plummer", "milky_way_2014".
  virtual std::string name() const = 0;
};

}  // namespace tucana
