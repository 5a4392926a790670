#pragma once

#include "tucana/core/vec3.h"

namespace tucana {

/// Post-Newtonian corrections to the relative motion of two bodies in harmonic coordinates, G = 1, without spins:
/// Blanchet 2014 (Living Rev. Relativ. 17, 2), equations 219 to 222; orders 1, 2 and 2.5 in powers of (v/c)^2.
struct PostNewtonianOrders {
  bool first = true;
  bool second = true;
  bool radiation = true;  ///< order 2.5: what gravitational waves take away

  bool operator==(const PostNewtonianOrders&) const = default;
};

/// The terms of a run, and its speed of light in code units.
struct Relativity {
  PostNewtonianOrders orders;
  double light_speed = 0;  ///< 0: Newton's law alone

  bool is_on() const { return light_speed > 0; }
  /// Two bodies this near are to merge: the expansion in v/c ends about here, and what is left of an inspiral lasts
  /// some hundred times m/c^3.
  double merging_distance(double mass) const {
    return is_on() ? merging_radii * mass / (light_speed * light_speed) : 0;
  }
  bool operator==(const Relativity&) const = default;

  static constexpr double merging_radii = 10;  ///< in units of m/c^2
};

/// What is added to the relative acceleration -m x/r^3 of two bodies, x and v being the position and velocity of the
/// first relative to the second.
Vec3 post_newtonian_acceleration(double mass1, double mass2, const Vec3& x, const Vec3& v, double light_speed,
                                 const PostNewtonianOrders& orders = {});

/// The same in two parts, for bodies that may meet: what conserves energy, and radiation. Both fade out from the
/// merging distance on and are zero below half of it, where the series says nothing any more.
struct PostNewtonianForce {
  Vec3 orbit, waves;
};
PostNewtonianForce post_newtonian_force(double mass1, double mass2, const Vec3& x, const Vec3& v,
                                        const Relativity& relativity);

/// With derivatives by time along the motion of the two.
struct PostNewtonianRates {
  PostNewtonianForce force, rate;
};
PostNewtonianRates post_newtonian_rates(double mass1, double mass2, const Vec3& x, const Vec3& v,
                                        const Relativity& relativity);

/// The energy of their relative motion, which these orders conserve up to terms of the third order, without radiation:
/// Kidder 1995 (Phys. Rev. D 52, 821), equations 2.7.
double post_newtonian_energy(double mass1, double mass2, const Vec3& x, const Vec3& v, double light_speed,
                             const PostNewtonianOrders& orders = {});

/// The angle by which the pericentre advances in an orbit, to first order: 6 pi m / (a (1 - e^2) c^2).
double pericentre_advance(double mass, double semi_major_axis, double eccentricity, double light_speed);

}  // namespace tucana
