#pragma once

#include <string>

#include "tucana/core/external_field.h"
#include "tucana/physics/galaxy/jet.h"

namespace tucana::galaxy {

/// A spherical formula (spheres.h) in the form of the others (flattened.h).
template <class Sphere>
struct Spherical {
  static constexpr std::string_view name = Sphere::name;
  static constexpr bool is_static = true;
  Sphere sphere;

  template <class T>
  Place<T> acceleration(const T&, const Place<T>& at) const {
    const T r2 = at.x * at.x + at.y * at.y + at.z * at.z;
    // By symmetry; the derivatives have no limit in a cusp.
    if (Sphere::has_cusp && value_of(r2) == 0) return {0.0, 0.0, 0.0};
    const T pull = -sphere.pull(r2);
    return {pull * at.x, pull * at.y, pull * at.z};
  }
  double potential(double, const Vec3& at) const { return sphere.potential(norm(at)); }
};

/// The field of a formula: jerk and snap follow from the formula of the acceleration along x + v t + a t^2/2.
template <class Formula>
class FormulaField final : public ExternalField {
 public:
  explicit FormulaField(const Formula& formula) : formula_(formula) {}

  FieldValue at(double time, const Vec3& x, const Vec3& v, const Vec3& a) const override {
    const Place<Jet> place{{x.x, v.x, a.x}, {x.y, v.y, a.y}, {x.z, v.z, a.z}};
    const Place<Jet> g = formula_.acceleration(Jet(time, 1, 0), place);
    return {{g.x.value, g.y.value, g.z.value}, {g.x.first, g.y.first, g.z.first}, {g.x.second, g.y.second, g.z.second}};
  }
  Vec3 acceleration(double time, const Vec3& x) const override {
    const Place<double> g = formula_.acceleration(time, Place<double>{x.x, x.y, x.z});
    return {g.x, g.y, g.z};
  }
  double potential(double time, const Vec3& x) const override { return formula_.potential(time, x); }
  bool is_static() const override { return Formula::is_static; }
  Vec3 angular_velocity() const override {
    if constexpr (requires { formula_.angular_velocity(); }) return formula_.angular_velocity();
    return {};
  }
  std::string name() const override { return std::string(Formula::name); }

 private:
  Formula formula_;
};

}  // namespace tucana::galaxy
