#pragma once

#include <cstddef>
#include <span>
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
  /// Whether it is to be asked about many places at once, by one thread: where a call costs much, whatever it asks for,
  /// as that of a function in another language does.
  virtual bool prefers_batches() const { return false; }
  /// at() for many bodies; without velocities only accelerations are wanted, without accelerations no snaps.
  virtual void at_all(double time, std::span<const Vec3> x, std::span<const Vec3> v, std::span<const Vec3> a,
                      std::span<FieldValue> values) const {
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (v.empty()) {
        values[i].acceleration = acceleration(time, x[i]);
      } else {
        values[i] = at(time, x[i], v[i], a.empty() ? Vec3{} : a[i]);
      }
    }
  }
  /// potential() for many bodies.
  virtual void potential_all(double time, std::span<const Vec3> x, std::span<double> values) const {
    for (std::size_t i = 0; i < x.size(); ++i) values[i] = potential(time, x[i]);
  }
  /// Whether the field is the same at all times, so that energy is conserved in it.
  virtual bool is_static() const { return true; }
  /// Of axes about the origin in which the field is at rest, as that of a galaxy seen from an orbit around it: there
  /// E - Omega . L is conserved (Jacobi's integral) instead of the energy E.
  virtual Vec3 angular_velocity() const { return {}; }
  /// For people and logs: "plummer", "milky_way_2014".
  virtual std::string name() const = 0;
};

}  // namespace tucana
