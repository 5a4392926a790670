#include "tucana/fewbody/post_newtonian.h"

#include <cmath>
#include <numbers>

namespace tucana {
namespace {

/// What the formulae are made of; eta is the symmetric mass ratio.
struct Orbit {
  Orbit(double mass1, double mass2, const Vec3& x, const Vec3& v)
      : m(mass1 + mass2),
        eta(mass1 * mass2 / (m * m)),
        r(norm(x)),
        n(x * (1 / r)),
        v2(norm2(v)),
        rdot(dot(n, v)),
        rdot2(rdot * rdot),
        gamma(m / r) {}

  double m, eta, r;
  Vec3 n;
  double v2, rdot, rdot2;
  double gamma;  ///< m/r
};

/// The correction is -(m/r^2) (along x n + along v v), both in powers of 1/c.
struct Terms {
  double along_x = 0, along_v = 0;
  void add(double factor, const Terms& more) {
    along_x += factor * more.along_x;
    along_v += factor * more.along_v;
  }
};

Terms first_order(const Orbit& o) {
  return {-1.5 * o.eta * o.rdot2 + (1 + 3 * o.eta) * o.v2 - 2 * (2 + o.eta) * o.gamma, -2 * (2 - o.eta) * o.rdot};
}

Terms second_order(const Orbit& o) {
  const double eta = o.eta, v4 = o.v2 * o.v2;
  return {
      15.0 / 8 * eta * (1 - 3 * eta) * o.rdot2 * o.rdot2 - 1.5 * eta * (3 - 4 * eta) * o.rdot2 * o.v2 +
          eta * (3 - 4 * eta) * v4 - o.gamma * (2 + 25 * eta + 2 * eta * eta) * o.rdot2 -
          0.5 * o.gamma * eta * (13 - 4 * eta) * o.v2 + 0.75 * o.gamma * o.gamma * (12 + 29 * eta),
      0.5 * o.rdot *
          (3 * eta * (3 + 2 * eta) * o.rdot2 - eta * (15 + 4 * eta) * o.v2 + (4 + 41 * eta + 8 * eta * eta) * o.gamma)};
}

Terms radiation(const Orbit& o) {
  return {-o.gamma * o.eta * o.rdot * (4.8 * o.v2 + 136.0 / 15 * o.gamma),
          o.gamma * o.eta * (1.6 * o.v2 + 4.8 * o.gamma)};
}

}  // namespace

Vec3 post_newtonian_acceleration(double mass1, double mass2, const Vec3& x, const Vec3& v, double light_speed,
                                 const PostNewtonianOrders& orders) {
  const Orbit o(mass1, mass2, x, v);
  const double c2 = 1 / (light_speed * light_speed);
  Terms sum;
  if (orders.first) sum.add(c2, first_order(o));
  if (orders.second) sum.add(c2 * c2, second_order(o));
  if (orders.radiation) sum.add(c2 * c2 / light_speed, radiation(o));
  return (-o.m / (o.r * o.r)) * (sum.along_x * o.n + sum.along_v * v);
}

double post_newtonian_energy(double mass1, double mass2, const Vec3& x, const Vec3& v, double light_speed,
                             const PostNewtonianOrders& orders) {
  const Orbit o(mass1, mass2, x, v);
  const double c2 = 1 / (light_speed * light_speed), eta = o.eta, eta2 = eta * eta, g = o.gamma;
  double energy = o.v2 / 2 - g;
  if (orders.first) {
    energy += c2 * (3.0 / 8 * (1 - 3 * eta) * o.v2 * o.v2 + 0.5 * (3 + eta) * o.v2 * g + 0.5 * eta * g * o.rdot2 +
                    0.5 * g * g);
  }
  if (orders.second) {
    energy += c2 * c2 *
              (5.0 / 16 * (1 - 7 * eta + 13 * eta2) * o.v2 * o.v2 * o.v2 +
               (21 - 23 * eta - 27 * eta2) / 8 * g * o.v2 * o.v2 + eta * (1 - 15 * eta) / 4 * g * o.v2 * o.rdot2 -
               3.0 / 8 * eta * (1 - 3 * eta) * g * o.rdot2 * o.rdot2 + (14 - 55 * eta + 4 * eta2) / 8 * g * g * o.v2 +
               (4 + 69 * eta + 12 * eta2) / 8 * g * g * o.rdot2 - (2 + 15 * eta) / 4 * g * g * g);
  }
  return mass1 * mass2 / o.m * energy;
}

double pericentre_advance(double mass, double semi_major_axis, double eccentricity, double light_speed) {
  return 6 * std::numbers::pi * mass /
         (semi_major_axis * (1 - eccentricity * eccentricity) * light_speed * light_speed);
}

}  // namespace tucana
