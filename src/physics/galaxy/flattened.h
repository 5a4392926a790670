#pragma once

#include <cmath>
#include <string_view>

#include "tucana/physics/galaxy/jet.h"

// Fields that are flattened along z, and a tide, with G = 1 (docs/theory/fields.md). Each gives the acceleration at a
// time and place, for plain numbers and for jets, and the potential.
namespace tucana::galaxy {

/// Miyamoto & Nagai (1975): a disc of scale `radius` and thickness `height`.
struct MiyamotoNagai {
  static constexpr std::string_view name = "miyamoto_nagai";
  static constexpr bool is_static = true;
  double mass, radius, height;

  template <class T>
  Place<T> acceleration(const T&, const Place<T>& at) const {
    using std::sqrt;
    const T thick = sqrt(at.z * at.z + height * height), reach = radius + thick;
    const T d2 = at.x * at.x + at.y * at.y + reach * reach;
    const T pull = -mass / (d2 * sqrt(d2));
    return {pull * at.x, pull * at.y, pull * at.z * reach / thick};
  }
  double potential(double, const Vec3& at) const {
    return -mass / std::hypot(at.x, at.y, radius + std::hypot(at.z, height));
  }
};

/// A halo with a flat rotation curve of `speed` beyond its core (Binney & Tremaine 2008, eq. 2.71):
/// phi = (speed^2 / 2) ln(1 + (x^2 + y^2 + z^2/q^2)/core^2), zero in the centre, as it has no finite value at infinity.
struct LogarithmicHalo {
  static constexpr std::string_view name = "logarithmic";
  static constexpr bool is_static = true;
  double speed, core, flattening;

  template <class T>
  Place<T> acceleration(const T&, const Place<T>& at) const {
    const double q2 = flattening * flattening;
    const T pull = -(speed * speed) / (core * core + at.x * at.x + at.y * at.y + at.z * at.z / q2);
    return {pull * at.x, pull * at.y, pull * at.z / q2};
  }
  double potential(double, const Vec3& at) const {
    const double z = at.z / flattening;
    return speed * speed / 2 * std::log1p((at.x * at.x + at.y * at.y + z * z) / (core * core));
  }
};

/// The tide on a cluster at the origin, which follows a circular orbit with angular speed Omega: the galaxy's force
/// relative to that on the origin, to first order in the distance, in axes that do not rotate. The direction to the
/// galactic centre is -x at time 0 and turns about z. With the epicyclic frequency kappa and the vertical frequency nu
/// the acceleration is (3 Omega^2 - kappa^2) x' away from the centre, -Omega^2 y' along the orbit and -nu^2 z. It is a
/// function of time, but the Jacobi integral E - Omega L_z is conserved.
struct LinearTide {
  static constexpr std::string_view name = "tide";
  static constexpr bool is_static = false;
  double angular_speed;
  double epicyclic_ratio, vertical_ratio;  ///< kappa and nu in units of Omega

  template <class T>
  Place<T> acceleration(const T& time, const Place<T>& at) const {
    using std::cos;
    using std::sin;
    const T angle = angular_speed * time, c = cos(angle), s = sin(angle);
    const T outwards = radial() * (c * at.x + s * at.y), along = tangential() * (c * at.y - s * at.x);
    return {c * outwards - s * along, s * outwards + c * along, vertical() * at.z};
  }
  Vec3 angular_velocity() const { return {0, 0, angular_speed}; }
  double potential(double time, const Vec3& at) const {
    const double c = std::cos(angular_speed * time), s = std::sin(angular_speed * time);
    const double x = c * at.x + s * at.y, y = c * at.y - s * at.x;
    return -(radial() * x * x + tangential() * y * y + vertical() * at.z * at.z) / 2;
  }

 private:
  double radial() const { return angular_speed * angular_speed * (3 - epicyclic_ratio * epicyclic_ratio); }
  double tangential() const { return -angular_speed * angular_speed; }
  double vertical() const { return -angular_speed * angular_speed * vertical_ratio * vertical_ratio; }
};

}  // namespace tucana::galaxy
