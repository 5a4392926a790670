#pragma once

#include "tucana/core/vec3.h"

namespace tucana {

/// Post-Newtonian corrections to the relative motion of two bodies in harmonic coordinates, G = 1, without spins:
/// Blanchet 2014 (Living Rev. Relativ. 17, 2), equations 219 to 222; orders 1, 2 and 2.5 in powers of (v/c)^2.
struct PostNewtonianOrders {
  bool first = true;
  bool second = true;
  bool radiation = true;  ///< order 2.5: what gravitational waves take away
};

/// What is added to the relative acceleration -m x/r^3 of two bodies, x and v being the position and velocity of the
/// first relative to the second.
Vec3 post_newtonian_acceleration(double mass1, double mass2, const Vec3& x, const Vec3& v, double light_speed,
                                 const PostNewtonianOrders& orders = {});

/// The energy of their relative motion, which these orders conserve up to terms of the third order, without radiation:
/// Kidder 1995 (Phys. Rev. D 52, 821), equations 2.7.
double post_newtonian_energy(double mass1, double mass2, const Vec3& x, const Vec3& v, double light_speed,
                             const PostNewtonianOrders& orders = {});

/// The angle by which the pericentre advances in an orbit, to first order: 6 pi m / (a (1 - e^2) c^2).
double pericentre_advance(double mass, double semi_major_axis, double eccentricity, double light_speed);

}  // namespace tucana
